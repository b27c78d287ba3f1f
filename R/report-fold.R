# Sections of a page, which can be folded. The heading has the answer of its section in one sentence. On a phone the
# sections are closed at first, so that their headings and answers are a table of contents; on wider screens, on paper,
# and where scripts do not run they are open.

# `body`: parts of a page, as `answered()` if one sentence says what they show, and as `half_width()` if they need half
# of the width. `id`: the target of links. `folds`: whether a phone may close it.
report_part <- function(heading, body, id = anchor(heading), folds = TRUE) {
  head <- paste0("<h2>", escape_html(heading), "</h2>")
  answer <- attr(body, "answer")
  content <- paste(body, collapse = "\n")
  if (folds) {
    told <- if (length(answer)) paste0("<span class=\"answer\">", escape_html(answer), "</span>")
    head <- paste0("<summary>", head, told, "</summary>")
    content <- paste0(content, "\n</details>")
    head <- paste0("<details open>\n", head)
  }
  half <- if (isTRUE(attr(body, "half"))) " class=\"half\""
  paste0("<section id=\"", id, "\"", half, ">\n", head, "\n", content, "\n</section>")
}

# The parts of a section with the sentence that stands below its heading, or without one.
answered <- function(body, answer) {
  attr(body, "answer") <- answer
  body
}

half_width <- function(body) {
  attr(body, "half") <- TRUE
  body
}

# Parts that stand before those of a section, which keeps its answer and its width.
put_before <- function(parts, body) {
  kept <- attributes(body)[c("answer", "half")]
  attributes(body)[c("answer", "half")] <- NULL
  body <- c(parts, body)
  attributes(body)[names(kept)] <- kept
  body
}

# Closes the sections on a phone, opens them to print, and opens the section that a link leads to.
FOLD_SCRIPT <- c(
  "(function () {",
  "  var narrow = window.matchMedia('(max-width: 40rem)'), parts = [].slice.call(document.querySelectorAll('details'));",
  "  var button = document.getElementById('open-all'), before = [];",
  "  function set(open) { parts.forEach(function (one) { one.open = open; }); }",
  "  function target() {",
  "    var at = location.hash && document.getElementById(location.hash.slice(1));",
  "    var own = at && at.querySelector('details');",
  "    if (own) { own.open = true; at.scrollIntoView(); }",
  "  }",
  "  function fit() { set(!narrow.matches); if (narrow.matches) target(); }",
  "  document.documentElement.className = 'folds';",
  "  if (button) button.onclick = function () { set(true); };",
  "  window.addEventListener('beforeprint', function () {",
  "    before = parts.map(function (one) { return one.open; }); set(true);",
  "  });",
  "  window.addEventListener('afterprint', function () {",
  "    before.forEach(function (open, i) { parts[i].open = open; });",
  "  });",
  "  window.addEventListener('hashchange', target);",
  "  if (narrow.addEventListener) narrow.addEventListener('change', fit);",
  "  fit();",
  "})();"
)

# What a phone shows before closed sections.
FOLD_HINT <- paste0(
  "<p class=\"hint\">Tap a heading for its tables and pictures, or ",
  "<button type=\"button\" id=\"open-all\">open all sections</button>.</p>"
)
