test_that("long ids keep both ends and stay different", {
  skip_if_not(l10n_info()[["UTF-8"]])
  ids <- c("short", "annotator_of_the_first_batch_001", "annotator_of_the_first_batch_002", NA)
  cut <- cut_labels(ids, 15)
  expect_equal(cut, c("short", "annotat...h_001", "annotat...h_002", "NA"))
  alike <- c("aaaaaaaaaa1bbbbbbbbbb", "aaaaaaaaaa2bbbbbbbbbb", "aaaaaaaaaa1bbbbbbbbbb")
  expect_equal(
    cut_labels(alike, 12), c("...1bbbbb...", "...2bbbbb...", "...1bbbbb...")
  )
  paths <- c("http://a.example/users/041/profile", "http://a.example/users/042/profile")
  expect_equal(cut_labels(paths, 14), c("...041/profile", "...042/profile"))
  counted <- paste0("aaaaaaaaaaaa", c("xbbbbbbbbbbbb1bbbbb", "xbbbbbbbbbbbb2bbbbb", "ybbbbbbbbbbbb1bbbbb"))
  expect_equal(
    cut_labels(counted, 12), c("...xbbbbb...#1", "...xbbbbb...#2", "...ybbbbb...")
  )
  expect_equal(cut_end(c("abc", "abcdef", NA), 4), c("abc", "a...", NA))
})

test_that("what begins with dots is no end of another name, and names of wide letters have no more room", {
  skip_if_not(l10n_info()[["UTF-8"]])
  expect_equal(
    cut_labels(c("strongly_agree", "agree", "strongly_disagree"), 12), c("stro...agree", "agree", "s...disagree")
  )
  wide <- strrep(c("\u4e2d", "\u6587"), 20)
  expect_lte(max(nchar(cut_labels(wide, 12), "width")), 12)
})

test_that("words stand in lines", {
  expect_equal(
    wrap_words(c("Krippendorff's alpha (nominal)", "a"), 20), c("Krippendorff's alpha\n(nominal)", "a")
  )
})

test_that("numbers of axes have no zero before the point", {
  minus <- "-"
  expect_equal(axis_numbers(c(-0.5, 0, 0.5, 1, NA)), c(paste0(minus, ".5"), "0", ".5", "1.0", NA))
  expect_equal(axis_numbers(c(-8e-4, 0)), c(paste0(minus, ".0008"), "0"))
})

test_that("names of panels stand in lines that have room", {
  lines <- strsplit(heading_lines(c("tweets of politicians in the campaign", "posts"), 10, 3), "\n")
  expect_lte(max(lengths(lines)), 3)
  expect_lte(max(nchar(unlist(lines))), 12)
  expect_equal(lines[[2]], "posts")
  expect_equal(heading_lines("Generalizability", 17, 2), "Generalizability")
  expect_true(anyDuplicated(heading_lines(paste0("a_long_name_of_group_", 1:30), 8, 2)) == 0)
})

test_that("names of panels end a line between words, behind signs, and else with a hyphen", {
  expect_equal(wrap_letters("politicians_in_the_campaign", 12), "politicians_\nin_the_\ncampaign")
  expect_equal(wrap_letters("gpt-4o-mini-2024-07-18, headlines", 12), "gpt-4o-mini-\n2024-07-18,\nheadlines")
  expect_equal(wrap_letters(c("Brennan-Prediger", "Generalizability", ""), 8), c(
    "Brennan-\nPrediger", "General-\nizability", ""
  ))
  expect_equal(wrap_letters("...Nummer 1 - ...Nummer 3", 13), "...Nummer 1 -\n...Nummer 3")
  expect_equal(wrap_letters("1234567890abc", 6), "12345\n67890\nabc")
})

test_that("labels that all begin alike show where they differ, with the words before that have room", {
  expect_equal(cut_labels(paste0("tweets_of_the_campaign_of_the_year_", 1:2)), paste0("...of_the_year_", 1:2))
})

test_that("ids that are alike when cut show where they differ, whatever the others are", {
  pages <- paste0("https://a.example/annotators/people/", c("003", "006"), "/profile")
  people <- paste("The annotator from the university of", c("Aarhus", "Odense"))
  cut <- cut_labels(c(pages, people, "bob"), 18)
  expect_equal(cut, c("http...003/profile", "http...006/profile", "The annot...Aarhus", "The annot...Odense", "bob"))
})

test_that("the longest word of a heading is not broken if smaller type has room for it", {
  words <- c("Coherence", "Grammaticality", "a long name of a group")
  size <- heading_size(words, 16, 8)
  expect_lt(size, 8)
  expect_gte(size, 7)
  expect_gte(word_room(words, 16, size), nchar("Grammaticality"))
  # Headings that fit keep their size, and so do those that cannot fit at any size.
  expect_equal(heading_size("posts", 18, 8), 8)
  expect_equal(heading_size(strrep("m", 38), 18, 8), 8)
  skip_if_not_installed("ggplot2")
  panel <- factor_in_order(words)
  shown <- by_panel(panel, 3, width = 18)[[1]]$params$labeller(data.frame(panel = words))
  expect_equal(unlist(shown)[1:2], words[1:2], ignore_attr = TRUE)
})

test_that("a heading of several words has lines of any letters, beside one of a long word", {
  names <- c("Bartholomew Featherstonehaugh", "Dorothea von Trapp", "Frederick")
  lines <- strsplit(heading_lines(names, 12, 2, 17), "\n", fixed = TRUE)
  expect_equal(lines[[2]], c("Dorothea von", "Trapp"))
  expect_equal(lines[[1]][1], "Bartholomew")
  expect_lte(max(nchar(unlist(lines))), 17)
})

test_that("headings of tiles end before the next panel", {
  skip_if_not_installed("ggplot2")
  data <- with_seed(1, simulate_ratings(60, 6, prevalence = c(pos = 0.4, neu = 0.3, neg = 0.3)))
  data$rater <- c(
    "Alexandra Papadopoulou-Smith", "Bartholomew Featherstonehaugh", "Christopher Montgomery", "Dorothea von Trapp",
    "Evangeline St. John", "Frederick"
  )[data$rater]
  labels <- consensus(data, item, rater, rating, method = dawid_skene(smoothing = 0.1))
  plot <- ggplot2::autoplot(labels, what = "raters")
  across <- panels_of(plot)[["across"]]
  size <- plot$theme$strip.text$size
  headings <- plot$facet$params$labeller(data.frame(panel = levels(plot$data$panel)))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  wide <- vapply(unlist(headings), function(heading) {
    text <- grid::textGrob(heading, gp = grid::gpar(fontsize = size, fontface = "bold"))
    grid::convertWidth(grid::grobWidth(text), "mm", valueOnly = TRUE)
  }, 0)
  # The distance between the left edges of two panels: the page minus the names of the rows and their title.
  names <- grid::convertWidth(grid::grobWidth(grid::textGrob("neg", gp = grid::gpar(fontsize = 7.5))), "mm", TRUE)
  expect_lte(max(wide), (page_width() - names - 8 + PANEL_GAP) / across)
})

test_that("names in several lines stand in one where rows are too many for them", {
  names <- c("Agreement with the\nmajority", "Share of strongly_\ndisagree")
  expect_equal(lines_in_room(names, 8), names)
  expect_equal(lines_in_room(names, 20), c("Agreement with the majority", "Share of strongly_disagree"))
})

test_that("the title of an axis keeps its interval together", {
  expect_equal(axis_title("Krippendorff's alpha (nominal), 95% CI", 50), "Krippendorff's alpha (nominal),\n95% CI")
  expect_equal(axis_title("Score, 95% CI", 58), "Score, 95% CI")
})

test_that("panels stand beside each other as long as points have room", {
  expect_equal(row_panels(3, 5, "g1")$across, 3)
  expect_equal(row_panels(4, 5, "g1")$across, 2)
  expect_equal(row_panels(3, 5, strrep("x", 40))$across, 1)
  expect_equal(row_panels(50, 6, "g1", each = TRUE)$most, 6)
  expect_equal(row_panels(50, 40, "g1")$most, 3)
})

test_that("a reason that is longer than its panel is a dash, which the caption explains", {
  skip_if_not_installed("ggplot2")
  data <- data.frame(
    label = factor(c("a", "a", "a")), value = c(1, NA, 1), low = NA_real_, high = NA_real_,
    reason = "no item that two people rated", panel = factor(c("x", "y", "z"))
  )
  plot <- forest_plot(data, "Score")
  expect_equal(drawn(plot, "GeomLabel")$label, "-")
  expect_match(captions(plot), "Dash: no item that two people rated.", fixed = TRUE)
})

test_that("of a pair each name is cut by itself", {
  towns <- paste("radiologist from", c("Aarhus", "Odense", "Copenhagen"))
  expect_equal(pair_labels("ann", "bob"), "ann - bob")
  expect_equal(
    pair_labels(towns[c(1, 1, 2)], towns[c(2, 3, 3)], width = 27),
    c("...Aarhus - ...Odense", "...Aarhus - ...Copenh...", "...Odense - ...Copenh...")
  )
  expect_match(pair_labels(towns[1], "a rater of quite another kind", lines = TRUE), "^radio.*rhus\n- a rater.*kind$")
})

test_that("rows are as many as can be told apart, and the plot says so", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  data <- data.frame(label = factor_in_order(1:200), value = 1:200 / 200, low = NA_real_, high = NA_real_, reason = "")
  plot <- forest_plot(data, "Score")
  n <- nrow(drawn(plot, "GeomPoint"))
  expect_equal(drawn(plot, "GeomPoint")$x, seq_len(n) / 200)
  expect_match(captions(plot), paste("The first", n, "of 200 rows, as"), fixed = TRUE)
  # Each of two columns has room for letters of 2.5 mm in a plot 7 cm high.
  expect_gt(n, max_lines())
  expect_lte(n / 2 * 2.5, 70 - 16)
  three <- merge(data, data.frame(series = factor(1:3)))
  one <- nrow(drawn(forest_plot(three, "Score", columns = 1), "GeomPoint"))
  # Three series, which would cover each other, are panels side by side.
  panels <- forest_plot(three, "Score")
  expect_equal(panels_of(panels), c(across = 3, down = 1, n = 3))
  expect_gt(nrow(drawn(panels, "GeomPoint")), 2 * one)
  expect_match(captions(panels), "of 200 rows, as", fixed = TRUE)
  expect_equal(one %% 3, 0)
  expect_lt(one / 3, n / 2)
  expect_false(grepl("rows", captions(forest_plot(data[1:30, ], "Score"))))
  # A higher plot has room for more.
  higher <- function() {
    local_page(height = 40)
    forest_plot(data[1:60, ], "Score", columns = 1)
  }
  expect_equal(nrow(drawn(higher(), "GeomPoint")), 60)
  expect_equal(PAGE$height, 7)
})

test_that("reasons do not lie over each other", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  none <- function(n, reason) {
    data.frame(label = factor_in_order(seq_len(n)), value = NA_real_, low = NA_real_, high = NA_real_, reason = reason)
  }
  two <- rbind(transform(none(2, "not used"), series = "a"), transform(none(2, "one only"), series = "b"))
  two$series <- factor(two$series)
  expect_equal(drawn(forest_plot(two, "Score"), "GeomLabel")$label, rep("not used; one only", 2))
  many <- forest_plot(none(34, "fewer than 30 items"), "Score")
  expect_equal(unique(drawn(many, "GeomLabel")$label), "-")
  expect_equal(captions(many), "Dash: fewer than 30 items.")
  long <- paste0(c("x", "y"), ": no item that two of the people have rated; both: one category only")
  expect_equal(
    captions(forest_plot(none(2, long), "Score")),
    paste(
      "Dash: x: no item that two of the people have rated; both: one category only;",
      "y: no item that two of the people have rated."
    )
  )
})

test_that("numbers with many zeros are in powers of ten", {
  expect_equal(axis_units(c(-2.5e-5, 0, 2.5e-5)), c("-2.5e-5", "0", "2.5e-5"))
  expect_equal(axis_units(c(5e-5, 1e-4)), c("5e-5", "1e-4"))
  expect_equal(axis_units(c(0, 5e6, 1e7)), c("0", "5e6", "1e7"))
  # Digits by which numbers differ are kept.
  expect_equal(axis_units(c(2000.12, 2000.14)), c("2000.12", "2000.14"))
})

test_that("where many rows stand in panels below each other the first are drawn, as many as there is room for", {
  skip_if_not_installed("ggplot2")
  data <- expand.grid(row = paste("a group with a very long name", 1:50), panel = paste("Panel", 1:7))
  data <- data.frame(
    value = 0.5, low = 0.4, high = 0.6, reason = "", label = factor_in_order(cut_labels(data$row)),
    panel = factor_in_order(data$panel)
  )
  plot <- forest_plot(data, "Estimate", panels = NULL)
  expect_equal(panels_of(plot)[["n"]], 7)
  expect_lte(length(row_names(plot)) * panels_of(plot)[["down"]], max_lines())
  expect_match(captions(plot), "of 50 rows, as", fixed = TRUE)
})

test_that("pdf() is told of letters that it does not draw, and other devices are not", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  x <- krippendorff_alpha(transform(result_ratings(), part = rep(c("\u05d0\u05d1", "caf\u00e9"), each = 12)),
    item, rater, label, by = part, ci = ci_none()
  )
  drawn_on <- function(open) {
    open()
    on.exit(grDevices::dev.off())
    plot(x)
  }
  # It is said once, in place of the warnings of R for each letter.
  cnd <- capture_warnings(drawn_on(function() grDevices::pdf(NULL)), ignore_deprecation = TRUE)
  expect_length(cnd, 1)
  expect_match(cnd, "1 label has others: \"\u05d0\u05d1\".*cairo_pdf")
  expect_no_warning(drawn_on(function() grDevices::svg(tempfile(fileext = ".svg"))))
})

test_that("a forest gives its values at the right edge if there is room, and in its alt text", {
  skip_if_not_installed("ggplot2")
  data <- data.frame(label = factor_in_order(c("a", "b")), value = c(0.42, -0.1), low = c(0.3, NA), high = c(0.53, NA))
  plot <- forest_plot(data, "Score")
  expect_equal(right_values(plot), c(".42 [.30, .53]", "-.10"))
  expect_match(ggplot2::get_alt_text(plot), "Forest plot of Score. a .42 [.30, .53]; b -.10.", fixed = TRUE)
  long <- transform(data, label = factor_in_order(strrep(c("a", "b"), 30)))
  expect_equal(right_values(forest_plot(long, "Score")), c(".42", "-.10"))
})

test_that("a panel shows the values of its own rows only", {
  skip_if_not_installed("ggplot2")
  data <- expand.grid(series = c("x", "y", "z"), label = c("a", "b", "c"), panel = c("First", "Second"))
  data <- data[!(data$panel == "First" & data$label == "c"), ]
  data$value <- seq_len(nrow(data)) / 20
  data$low <- data$value - 0.1
  data$high <- data$value + 0.1
  local_page(16, 20)
  plot <- forest_plot(data, "Score", panels = NULL, stacked = TRUE)
  at <- plot$scales$get_scales("y")$secondary.axis$breaks
  expect_length(at, nrow(data))
  shown <- vapply(built(plot)$layout$panel_params, function(one) sum(at >= one$y.range[1] & at <= one$y.range[2]), 0L)
  expect_identical(shown, as.integer(table(data$panel)))
})

test_that("panels that share their rows have their values in a strip without points and breaks", {
  skip_if_not_installed("ggplot2")
  data <- expand.grid(label = letters[1:4], panel = c("First", "Second"))
  data$value <- seq_len(nrow(data)) / 10
  data$low <- data$value - 0.1
  data$high <- data$value + 0.1
  plot <- forest_plot(data, "Score")
  texts <- drawn(plot, "GeomText")
  expect_identical(texts$label, interval_texts(data, TRUE))
  expect_identical(as.integer(texts$PANEL), as.integer(data$panel))
  axis <- built(plot)$layout$panel_params[[1]]$x
  room <- axis$continuous_range[2] - max(data$high)
  expect_gt(room, 0.2 * diff(axis$continuous_range))
  expect_lt(max(axis$get_breaks(), na.rm = TRUE), max(data$high) + 0.25 * room)
})

test_that("a single row of several series needs no legend", {
  skip_if_not_installed("ggplot2")
  data <- data.frame(label = "ann, bob", series = factor(c("F1", "Recall")), value = c(0.5, 0.6), low = NA, high = NA)
  plot <- forest_plot(data, "Agreement")
  expect_identical(levels(plot$data$label), c("F1", "Recall"))
  expect_match(subtitles(plot), "All rows are of ann, bob.", fixed = TRUE)
  expect_no_match(subtitles(forest_plot(data, "Agreement of ann, bob")), "All rows")
})

test_that("a point that hides its line and one that has none are explained", {
  skip_if_not_installed("ggplot2")
  data <- data.frame(label = factor(c("a", "b", "c")), value = c(0.1, 0.5, 0.9))
  data$low <- data$value - c(0.1, 0.001, NA)
  data$high <- data$value + c(0.1, 0.001, NA)
  said <- captions(forest_plot(data, "Score", bare = "one rater only"))
  expect_identical(said, paste(
    "Open points have no interval: one rater only.",
    "Full points without a line have intervals narrower than the point."
  ))
})

test_that("names of rows of several keys say what they are", {
  skip_if_not_installed("ggplot2")
  set.seed(3)
  data <- do.call(rbind, lapply(c("p", "q", "r"), function(part) {
    cbind(simulate_ratings(20, 3, n_raters = 3), part = part)
  }))
  one <- agreement(data, item, rater, rating, by = part, coefficients = "alpha", ci = ci_none())
  expect_no_match(paste(ggplot2::autoplot(one)$labels$caption, ""), "Names of rows")
  two <- category_agreement(data, item, rater, rating, by = part, coefficients = "fleiss", ci = ci_none())
  plot <- ggplot2::autoplot(two, height = 14)
  expect_no_match(paste(plot$labels$caption, ""), "Names of rows")
  expect_identical(gsub("\n", " ", levels(plot$data$label))[1:2], c("p, category 1", "p, category 2"))
  # The rows of a part are closer to each other than to those of the next.
  expect_gt(max(abs(diff(sort(unique(plot$data$row))))), min(abs(diff(sort(unique(plot$data$row))))))
  data$rating <- c("yes", "no")[data$rating]
  named <- category_agreement(data, item, rater, rating, by = part, coefficients = "fleiss", ci = ci_none())
  caption <- gsub("\n", " ", ggplot2::autoplot(named, height = 14)$labels$caption)
  expect_match(caption, "Names of rows: part, category.", fixed = TRUE)
})

test_that("a break lies beyond each end of an axis or within a third of a step of it", {
  set.seed(8)
  for (i in 1:200) {
    drawn <- sort(runif(2, -1, 1))
    breaks <- enclosing_breaks(drawn, runif(1, 5, 60))
    step <- diff(breaks)[1]
    expect_true(breaks[1] - drawn[1] <= step / 3 + 1e-9 && drawn[2] - max(breaks) <= step / 3 + 1e-9)
    # None is beyond the range of a coefficient, nor of a share.
    expect_true(all(abs(breaks) <= 1) && (drawn[1] < 0 || all(breaks >= 0)))
  }
  expect_gt(length(enclosing_breaks(c(0.5, 0.5), 40)), 0)
  expect_identical(enclosing_breaks(c(0, 1), 5), c(0, 1))
  expect_identical(enclosing_breaks(c(NA, 0, 1, Inf), 60), c(0, 0.2, 0.4, 0.6, 0.8, 1))
})

test_that("estimates without an interval stand under the others", {
  text <- c(".26", "-.07 [-.30, .53]", ".42 [.30, .53]")
  gap <- missing_end(text)
  signs <- function(end) sort(strsplit(gsub("[0-9]", "0", end), "")[[1]])
  end <- sub("^-?[.0-9]+", "", text)
  # All ends have the same signs with their gap.
  expect_identical(signs(paste0(end[1], gap[1])), signs(paste0(end[2], gap[2])))
  expect_identical(signs(paste0(end[3], gap[3])), signs(paste0(end[2], gap[2])))
  expect_identical(aligned_texts(c(".26", "-.07")), c(".26", "-.07"))
  expect_identical(parse(text = aligned_texts(text))[[2]][[2]], text[2])
})

test_that("orders of ratings share the row of their number of ratings", {
  skip_if_not_installed("ggplot2")
  x <- suppressWarnings(every_result())$accord_fewer
  plot <- ggplot2::autoplot(x)
  # Eight items of three ratings begin with one rating each.
  expect_identical(levels(plot$data$label), paste(c(8, 12, 17), "of 24 ratings"))
  expect_setequal(plot$data$value, x$agreement)
  # Equal points of two orders are both seen.
  expect_identical(anyDuplicated(plot$data$y), 0L)
  # Shares that the first ratings exceed are one row.
  twice <- with_seed(1, fewer_ratings(
    result_ratings(), item, rater, label, share = c(0.1, 0.2, 0.5), times = 1, least = 1
  ))
  expect_identical(levels(ggplot2::autoplot(twice)$data$label), paste(c(8, 12), "of 24 ratings"))
})

test_that("pairs of categories without disagreement have a tile of 0", {
  names <- c("a", "b", "c")
  data <- data.frame(
    row = factor(c("b", "c"), names), column = factor(c("a", "a"), names), value = c(0.75, 0.25),
    text = c(".75", ".25"), panel = ""
  )
  full <- with_empty_tiles(data)
  expect_identical(as.character(full$row), c("b", "c", "c"))
  expect_identical(as.character(full$column[3]), "b")
  expect_identical(full$value[3], 0)
  # Of a part of the pairs the others are not known.
  expect_identical(nrow(with_empty_tiles(data[1, ])), 1L)
})

test_that("names in the upper half of a diagonal are longer, and stay different", {
  local_page(8, 8)
  long <- paste0("annotator-number-", 1:8)
  shown <- names_of_diagonal(long, 14, 1)
  expect_identical(anyDuplicated(shown), 0L)
  expect_gt(min(nchar(shown[1:4])), max(nchar(shown[5:8])))
  expect_lte(max(nchar(names_of_diagonal(long, 14, 2))), 14)
})

test_that("numbers below 0 have a minus where the device has one", {
  file <- tempfile()
  on.exit(unlink(file))
  grDevices::pdf(NULL)
  expect_equal(axis_numbers(c(-0.5, 0, 0.25)), c("-.50", "0", ".25"))
  grDevices::dev.off()
  skip_if_not(capabilities("cairo") && l10n_info()[["UTF-8"]])
  grDevices::svg(file)
  on.exit(grDevices::dev.off(), add = TRUE)
  expect_equal(axis_numbers(c(-0.5, 0, 0.25)), c("\u2212.50", "0", ".25"))
  expect_equal(axis_units(c(-2e-12, 1)), c("\u22122e-12", "1"))
  expect_equal(drawn_minus("gpt-4, 2024-07-18: -.10 [-1.00, .30]"), "gpt-4, 2024-07-18: \u2212.10 [\u22121.00, .30]")
})

test_that("values of series without a line each stand beside each other, in the order of the legend", {
  skip_if_not_installed("ggplot2")
  data <- expand.grid(label = factor_in_order(letters[1:8]), series = c("x", "y"))
  data$value <- seq_len(nrow(data)) / 20
  data[c("low", "high")] <- NA_real_
  data$value[1:2] <- NA
  data$value[10] <- NA
  data$value[11] <- NA
  plot <- forest_plot(data, "Score")
  expect_equal(right_values(plot)[1:3], c(".45", ".15, none", ".20, .60"))
  expect_match(subtitles(plot), "in the order of the legend", fixed = TRUE)
})

test_that("the group of rows is named once, and a short list of numbers is not broken", {
  rows <- data.frame(
    label = c("north, 1", "north, 2", "south, 1", "south, 2"), group = c("north", "north", "south", "south"),
    row = 4:1, panel = factor("")
  )
  expect_equal(named_once(rows), c("north, 1", "2", "south, 1", "2"))
  expect_equal(named_once(rows[c(1, 3, 2, 4), ]), c("north, 1", "south, 1", "2", "2"))
  expect_equal(named_once(rows[c("label", "row", "panel")]), rows$label)
  words <- strsplit(wrap_sentences(paste(strrep("word ", 13), ".5, .25, .25.")), "\n")[[1]]
  expect_match(words[2], ".5, .25, .25.", fixed = TRUE)
})

test_that("many rows of three coefficients show the first where panels would be narrow", {
  skip_if_not_installed("ggplot2")
  set.seed(4)
  data <- do.call(rbind, lapply(sprintf("Condition %02d", 1:12), function(part) {
    cbind(simulate_ratings(12, 3, n_raters = 3), part = part)
  }))
  x <- category_agreement(data, item, rater, rating, by = part, ci = ci_none())
  plot <- ggplot2::autoplot(x, height = 12)
  expect_match(captions(plot), "Not drawn for lack of width: Fleiss' kappa, Krippendorff's alpha", fixed = TRUE)
  expect_equal(sort(plot$data$value), sort(x$estimate[x$coefficient == x$coefficient[1]]))
  wide <- ggplot2::autoplot(x, width = 16, height = 12)
  expect_no_match(captions(wide), "Not drawn")
  expect_identical(nrow(wide$data), nrow(x))
})

test_that("intraclass correlations are explained by what they are", {
  skip_if_not_installed("ggplot2")
  set.seed(5)
  marks <- expand.grid(item = 1:10, rater = 1:4)
  marks$mark <- marks$item + rnorm(40)
  said <- subtitles(ggplot2::autoplot(icc(marks, item, rater, mark)))
  expect_no_match(said, "chance")
  expect_match(
    said, "A: absolute agreement; C: without differences between the raters' means; k: of the mean of 4 ratings.",
    fixed = TRUE
  )
  expect_no_match(subtitles(ggplot2::autoplot(icc(marks, item, rater, mark, form = "icc1"))), "A:|C:|k:")
})

test_that("a reason for no interval is one that applies", {
  skip_if_not_installed("ggplot2")
  means <- data.frame(estimate = c(0.5, 0.5, NA), conf.low = NA, n_raters = c(3, 1, 0))
  expect_identical(no_interval_of_means(means[1, ]), "all raters have the same value")
  expect_identical(no_interval_of_means(means[2:3, ]), "only one rater has a value")
  expect_length(no_interval_of_means(means), 2)
  data <- data.frame(value = c(0.5, 0.5), low = c(NA, NA))
  expect_identical(bare_documents(data, c(1, 1)), "fewer than two documents count")
  expect_identical(bare_documents(data, c(3, 3)), "leaving one document out changes nothing")
})

test_that("lines of limits are over the points, and numbers stand at points and lines", {
  skip_if_not_installed("ggplot2")
  results <- suppressWarnings(every_result())
  layers <- vapply(ggplot2::autoplot(results$accord_limits)$layers, function(layer) class(layer$geom)[1], "")
  expect_lt(match("GeomPoint", layers), match("GeomSegment", layers))
  size <- results$accord_sample_size
  texts <- drawn(ggplot2::autoplot(size), "GeomText")
  expect_setequal(texts$label, big(size$n_items))
  breaks <- ggplot2::ggplot_build(ggplot2::autoplot(results$accord_audit))$layout$panel_params[[1]]$y$get_breaks()
  line <- 1 / (1 - results$accord_audit$conf.level)
  expect_true(any(abs(10^breaks - line) < 1e-6, na.rm = TRUE))
})

test_that("numbers in tiles have a contrast of 4.5 to 1 or more", {
  skip_if_not_installed("ggplot2")
  # The contrast of two colours as WCAG 2 defines it.
  luminance <- function(colour) {
    share <- grDevices::col2rgb(colour)[, 1] / 255
    sum(c(0.2126, 0.7152, 0.0722) * ifelse(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055)^2.4))
  }
  contrast <- function(one, two) {
    both <- sort(c(luminance(one), luminance(two))) + 0.05
    both[2] / both[1]
  }
  values <- seq(-0.4, 1, length.out = 36)
  data <- expand.grid(row = factor(1:6), column = factor(1:6))
  data <- cbind(data, value = values, text = plot_numbers(values), panel = "")
  layers <- ggplot2::ggplot_build(tile_plot(data, "Value", character()))$data
  tiles <- layers[[1]]
  numbers <- layers[[2]]
  expect_identical(sort(paste(tiles$x, tiles$y)), sort(paste(numbers$x, numbers$y)))
  tiles <- tiles[match(paste(numbers$x, numbers$y), paste(tiles$x, tiles$y)), ]
  expect_gte(min(mapply(contrast, tiles$fill, numbers$colour)), 4.5)
})

test_that("no sentence ends with a word in a line of its own, and none has more lines for it", {
  text <- paste(strrep("word ", 13), "end.")
  lines <- even_lines(text, 66)
  expect_length(lines, length(strwrap(text, 66)))
  expect_gt(nchar(lines[2]), 66 / 4)
  expect_identical(paste(lines, collapse = " "), gsub(" +", " ", text))
  # Where narrower lines would be more, the word stays.
  full <- paste(rep(strrep("x", 60), 2), collapse = " ")
  expect_identical(even_lines(paste(full, "end."), 62), strwrap(paste(full, "end."), 62))
})

test_that("a forest without any interval says why, once", {
  skip_if_not_installed("ggplot2")
  data <- data.frame(label = factor(c("a", "b")), value = c(0.2, 0.4), low = NA, high = NA, reason = "")
  expect_match(captions(forest_plot(data, "Score", bare = "one document")), "No intervals: one document.", fixed = TRUE)
  asked <- forest_plot(cbind(data, unasked = TRUE), "Score", bare = "one document")
  expect_identical(subtitles(asked), "Without intervals.")
  expect_no_match(paste(captions(asked), ""), "one document")
})
