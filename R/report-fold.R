# Sections of a page, which can be folded. The heading has the answer of its section in one sentence. On a phone the
# sections are closed at first, so that their headings and answers are a table of contents; on wider screens, on paper,
# and where scripts do not run they are open. A long list within a section is closed on every screen.

# `body`: parts of a page, as `answered()` if one sentence says what they show. `id`: the target of links. `folds`:
# whether a phone may close it.
report_part <- function(heading, body, id = anchor(heading), folds = TRUE) {
  head <- paste0("<h2>", escape_html(heading), "</h2>")
  told <- c(answer = attr(body, "answer"), whose = attr(body, "whose"))
  content <- paste(body, collapse = "\n")
  if (folds) {
    spans <- if (length(told)) paste0("<span class=\"", names(told), "\">", html_sentence(told), "</span>")
    head <- paste0("<summary>", head, paste(spans, collapse = " "), "</summary>")
    content <- paste0(content, "\n</details>")
    head <- paste0("<details open>\n", head)
  }
  paste0("<section id=\"", id, "\">\n", head, "\n", content, "\n</section>")
}

# The parts of a section with the sentence that stands below its heading, or without one.
answered <- function(body, answer) {
  body <- body %||% character()
  attr(body, "answer") <- answer
  body
}

# A section that needs half of the width, and has it if its neighbour is one, too.
half_width <- function(body) {
  attr(body, "half") <- TRUE
  body
}

# Which sections have half of the width: two neighbours that need no more. The last of an odd number in a row has all.
halves_in_pairs <- function(half) {
  runs <- rle(half)
  unlist(Map(function(value, n) value & seq_len(n) <= 2 * (n %/% 2), runs$values, runs$lengths), use.names = FALSE)
}

# Sections, of which those that have half of the width stand beside each other.
beside_in_pairs <- function(parts, half) {
  left <- half & cumsum(half) %% 2 == 1
  right <- half & !left
  parts[left] <- paste0("<div class=\"columns halves\">\n", parts[left])
  parts[right] <- paste0(parts[right], "\n</div>")
  parts
}

# A section that says whose ratings it is about.
of_whom <- function(body, words) {
  attr(body, "whose") <- words
  body
}

# Closes the sections on a phone, opens them to print, and opens the section that a link leads to.
FOLD_SCRIPT <- c(
  "(function () {",
  "  var narrow = window.matchMedia('(max-width: 40rem)');",
  "  function all(which) { return [].slice.call(document.querySelectorAll(which)); }",
  "  var parts = all('section > details'), lists = all('.list'), every = parts.concat(lists);",
  "  var button = document.getElementById('open-all'), before = [];",
  "  function set(open) { parts.forEach(function (one) { one.open = open; }); }",
  "  function target() {",
  "    var at = location.hash && document.getElementById(location.hash.slice(1));",
  "    var own = at && at.querySelector('details');",
  "    if (own) { own.open = true; at.scrollIntoView(); }",
  "  }",
  "  function fit() { set(!narrow.matches); if (narrow.matches) target(); }",
  "  document.documentElement.className = 'folds';",
  "  if (button) button.onclick = function () {",
  "    var close = parts.every(function (one) { return one.open; });",
  "    set(!close);",
  "  };",
  "  function told() {",
  "    var all = parts.every(function (one) { return one.open; });",
  "    if (button) button.textContent = all ? 'close all sections' : 'open all sections';",
  "  }",
  "  parts.forEach(function (one) { one.addEventListener('toggle', told); });",
  "  window.addEventListener('beforeprint', function () {",
  "    before = every.map(function (one) { return one.open; });",
  "    every.forEach(function (one) { one.open = true; });",
  "  });",
  "  window.addEventListener('afterprint', function () {",
  "    before.forEach(function (open, i) { every[i].open = open; });",
  "  });",
  "  window.addEventListener('hashchange', target);",
  "  if (narrow.addEventListener) narrow.addEventListener('change', fit);",
  "  lists.forEach(function (one) { one.open = false; });",
  "  fit();",
  "})();"
)

# What a phone shows before closed sections.
FOLD_HINT <- paste0(
  "<p class=\"hint\">Tap a heading to open or close its section, or ",
  "<button type=\"button\" id=\"open-all\">open all sections</button>.</p>"
)
