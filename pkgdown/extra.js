// The list of headings of a page, where pkgdown's own script for it, which comes from another server, was not loaded.
window.addEventListener("load", function () {
  var toc = document.getElementById("toc");
  if (!toc || toc.querySelector("ul")) return;
  var headings = document.querySelectorAll("main .section > h2, main .section > h3");
  if (headings.length < 2) return;
  var list = document.createElement("ul");
  list.className = "nav flex-column";
  headings.forEach(function (heading) {
    var id = heading.id || heading.parentElement.id;
    if (!id) return;
    var link = document.createElement("a");
    link.className = "nav-link";
    link.href = "#" + id;
    link.textContent = heading.textContent.trim();
    if (heading.tagName === "H3") link.style.paddingLeft = "1.5rem";
    list.appendChild(document.createElement("li")).appendChild(link);
  });
  toc.appendChild(list);
});

// Code within a text that may be longer than a line of a phone.
window.addEventListener("load", function () {
  document.querySelectorAll("main :not(pre) > code").forEach(function (code) {
    if (code.textContent.length > 32) code.classList.add("long");
  });
});
