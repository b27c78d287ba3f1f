// Choices are sent as events, so that no element has to be known in advance.
(function () {
  "use strict";
  var send = function (element, value) {
    Shiny.setInputValue("set", {
      what: element.dataset.set, key: element.dataset.key || "", value: value
    }, { priority: "event" });
  };
  // The name of a file that is no longer what is read must not stay.
  var clearFile = function (name) {
    document.getElementById("file").value = "";
    document.querySelector("#step-sheet .form-control[readonly]").value = name;
    document.getElementById("file_progress").style.visibility = "hidden";
  };
  document.addEventListener("change", function (event) {
    var element = event.target;
    if (element.id === "file") again = null;
    if (!element.dataset || !element.dataset.set) return;
    send(element, element.type === "checkbox" ? element.checked : element.value);
  });
  document.addEventListener("click", function (event) {
    var button = event.target.closest("button");
    if (!button) return;
    // A button may stand for the text of a field.
    var from = button.dataset.from && document.getElementById(button.dataset.from);
    if (button.dataset.set) send(button, from ? from.value : "");
    if (button.id === "use-cells") {
      again = function () {
        Shiny.setInputValue("cells", document.getElementById("paste").value, { priority: "event" });
      };
      again();
    }
    if (button.id === "use-cells" || button.dataset.set === "example") clearFile(button.dataset.name);
    if (button.dataset.set === "example") again = function () { send(button, ""); };
    if (button.id === "reload") location.reload();
    if (button.id === "theme") {
      var dark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
      document.documentElement.dataset.theme = dark ? "light" : "dark";
    }
    if (button.id === "copy") {
      var text = document.getElementById("script").textContent;
      navigator.clipboard.writeText(text).then(function () { button.textContent = button.dataset.done; });
    }
  });

  // A field keeps the focus when its part of the page is written anew; if it is gone, its section has it. What was
  // opened stays open.
  var focused = "", around = "", opened = {};
  document.addEventListener("focusin", function (event) {
    var section = event.target.closest("section");
    focused = event.target.id || "";
    around = section ? section.id : "";
  });
  document.addEventListener("toggle", function (event) {
    var summary = event.target.querySelector && event.target.querySelector("summary[id]");
    if (summary && event.isTrusted) opened[summary.id] = event.target.open;
  }, true);
  $(document).on("shiny:value", function () {
    var before = focused, section = around;
    setTimeout(function () {
      fitAll();
      // On a phone the script is read by those who open it.
      var script = document.getElementById("show-script");
      if (script && !window.matchMedia("(max-width: 36rem)").matches) script.parentElement.open = true;
      Object.keys(opened).forEach(function (id) {
        var summary = document.getElementById(id);
        if (summary && opened[id] !== undefined) summary.parentElement.open = opened[id];
      });
      if (document.activeElement !== document.body) return;
      var element = before && document.getElementById(before) || section && document.getElementById(section);
      if (element) element.focus({ preventScroll: element.id !== before });
    }, 50);
  });

  // A table that is wider than its place becomes cards on a phone, and elsewhere says that it can be moved.
  var fit = function (wide) {
    var table = wide.querySelector("table"), heads = wide.querySelectorAll("thead tr:last-child th");
    var moves = wide.previousElementSibling, keys = 0;
    wide.classList.remove("cards", "tight", "few");
    var narrow = window.matchMedia("(max-width: 36rem)").matches, over = false;
    var isOver = function () { return wide.scrollWidth > wide.clientWidth + 1; };
    // Smaller letters may do.
    over = isOver();
    if (over) {
      wide.classList.add("tight");
      over = isOver();
    }
    // A phone does without counts, which are in the table for Word.
    if (over && narrow) {
      heads.forEach(function (head, i) {
        if (!i || !/^(Items|Ratings|Raters|Clusters|Positions|Documents|Level)$/.test(head.textContent.trim())) return;
        head.classList.add("count");
        table.querySelectorAll("tbody tr").forEach(function (row) {
          if (row.cells[i] && row.cells.length === heads.length) row.cells[i].classList.add("count");
        });
      });
      wide.classList.add("few");
      over = isOver();
    }
    if (moves && moves.classList.contains("moves")) moves.classList.toggle("shown", over && !narrow);
    if (!table || !over || !narrow) return;
    wide.classList.remove("tight", "few");
    wide.classList.add("cards");
    // Cards lack the roles of a table, unless they are said.
    table.setAttribute("role", "table");
    var cis = Array.from(heads).map(function (head, i) { return /CI$/.test(head.textContent.trim()) ? i : -1; })
      .filter(function (i) { return i >= 0; });
    var last = [], group = table.querySelectorAll("tbody tr").length > 1 && Array.from(
      table.querySelectorAll("tbody tr")).some(function (row, i) {
      var cell = row.cells[0], before = i && row.previousElementSibling.cells[0];
      return i && cell && row.cells[1] && row.cells[1].style.textAlign !== "right" &&
        (cell.textContent.trim() === "" || before && cell.textContent === before.textContent);
    });
    table.querySelectorAll("tbody tr").forEach(function (row) {
      row.setAttribute("role", "row");
      var ahead = true, same = true;
      Array.from(row.cells).forEach(function (cell, i) {
        var text = cell.textContent.trim();
        cell.setAttribute("role", "cell");
        cell.dataset.name = heads[i] ? heads[i].textContent.trim() : "";
        // Names that stand once for several rows stand in each card.
        ahead = ahead && cell.style.textAlign !== "right";
        if (ahead && same && text === "" && last[i]) cell.textContent = text = last[i];
        else if (text !== "" && text !== last[i]) same = false;
        // What is the same as in the card before stands there.
        if (group && i === 0) cell.classList.toggle("again", text === last[0]);
        if (ahead) last[i] = text;
        cell.classList.toggle("group", group && i === 0);
        cell.classList.toggle("key", i === 0 || group && i === 1);
        // The note says why there is no value.
        cell.classList.toggle("none", text === "" || text === "\u2014");
        // Of several intervals each stands with its estimate.
        if (cis.length > 1 && cis.indexOf(i + 1) >= 0 && row.cells[i + 1]) {
          cell.dataset.ci = row.cells[i + 1].textContent.trim();
        }
        if (cis.length > 1 && cis.indexOf(i) >= 0) cell.classList.add("none");
      });
    });
  };
  var fitAll = function () { document.querySelectorAll(".wide").forEach(fit); };
  window.addEventListener("resize", fitAll);
  document.addEventListener("toggle", fitAll, true);

  // The link is there when the server says so, or a moment later.
  var again = null;
  $(document).on("shiny:connected", function () {
    document.getElementById("lost").hidden = true;
    var kept = sessionStorage.getItem("accord");
    if (kept) Shiny.setInputValue("kept", JSON.parse(kept));
    // After a lost connection the files that are still chosen are sent again.
    var file = document.getElementById("file");
    if (again) again();
    else if (file && file.files.length) $(file).trigger("change");
  });
  $(document).on("shiny:disconnected", function () {
    document.getElementById("lost").hidden = false;
  });
  $(document).ready(function () {
    // Who opens the page on the computer that runs it keeps the files there.
    var own = document.getElementById("private");
    if (/^(localhost|127[.][0-9.]+|\[::1\])$/.test(location.hostname)) own.textContent = own.dataset.own;
    document.getElementById("file").setAttribute("aria-describedby", "file-help");
    // It repeats the names of the files for the eye only.
    var shown = document.querySelector("#step-sheet .form-control[readonly]");
    shown.setAttribute("aria-hidden", "true");
    shown.tabIndex = -1;
    Shiny.addCustomMessageHandler("accord-keep", function (choices) {
      sessionStorage.setItem("accord", JSON.stringify(choices));
      Shiny.setInputValue("kept", choices);
    });
    Shiny.addCustomMessageHandler("accord-save", function (kind) {
      var link = document.getElementById("get_" + kind);
      if (link) link.click();
    });
    // Proxies cut connections in which nothing happens.
    setInterval(function () {
      if (Shiny.setInputValue) Shiny.setInputValue("alive", Date.now());
    }, 20000);
  });
}());
