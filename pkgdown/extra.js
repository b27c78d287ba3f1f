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
    // In a narrow column a name may be broken after an underscore.
    if (code.closest("td") && !code.children.length) code.innerHTML = code.innerHTML.replaceAll("_", "_<wbr>");
  });
});

// On a phone, the names of groups in the first column of a table become rows, so that the other columns have its room.
// A single name becomes a row on every screen.
window.addEventListener("load", function () {
  document.querySelectorAll("main table.table").forEach(function (table) {
    var rows = Array.from(table.querySelectorAll("tbody > tr"));
    var named = rows.filter(function (row) {
      return row.cells[0].textContent.trim() !== "";
    });
    if (named.length === rows.length || named[0] !== rows[0]) return;
    // Without a second column of names, the rows of a group would be nameless.
    if (!["left", "start"].includes(getComputedStyle(rows[0].cells[1]).textAlign)) return;
    table.classList.add("grouped");
    if (named.length === 1 && rows.length > 1) table.classList.add("single");
    named.forEach(function (row) {
      var head = document.createElement("tr");
      head.className = "group";
      var cell = head.appendChild(document.createElement("th"));
      cell.colSpan = row.cells.length - 1;
      cell.innerHTML = row.cells[0].innerHTML;
      row.before(head);
    });
  });
});

// The note below a table that markdown made.
window.addEventListener("load", function () {
  document.querySelectorAll("main table.table + p").forEach(function (paragraph) {
    if (paragraph.textContent.startsWith("Note.")) paragraph.classList.add("note");
  });
});

// Code and tables that are wider than the screen of a phone, and code of which a line would be broken.
window.addEventListener("load", function () {
  document.querySelectorAll("main pre, main table.table").forEach(function (box) {
    var height = 1.5 * parseFloat(getComputedStyle(box).lineHeight);
    var broken = Array.from(box.querySelectorAll("pre code > span")).some(function (line) {
      return line.offsetHeight > height;
    });
    if (broken || box.scrollWidth > box.clientWidth + 1) box.classList.add("wide");
  });
});
