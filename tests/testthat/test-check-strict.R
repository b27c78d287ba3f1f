# In strict mode, ratings that would be set aside and statuses other than "ok" are errors, for data frames and
# databases.

strict_sources <- function(data) {
  sources <- list(memory = data)
  if (requireNamespace("dbplyr", quietly = TRUE) && requireNamespace("RSQLite", quietly = TRUE)) {
    con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
    do.call(on.exit, list(bquote(DBI::dbDisconnect(.(con))), add = TRUE), envir = parent.frame())
    DBI::dbWriteTable(con, "ratings", data)
    sources$database <- dplyr::tbl(con, "ratings")
  }
  sources
}

teams <- function() {
  data <- expand.grid(item = 1:8, rater = c("ann", "bob"), stringsAsFactors = FALSE)
  data$team <- ifelse(data$item > 4, "north", "south")
  data$label <- ifelse((data$item + (data$rater == "bob" & data$item == 3)) %% 2 == 0, "yes", "no")
  data
}

strict <- function(expr) {
  old <- options(accord.strict = TRUE)
  on.exit(options(old))
  expr
}

# The same of rows in memory and in a database.
expect_outside_refused <- function(rows) {
  verbs <- list(as_ratings, krippendorff_alpha, agreement, pairwise_agreement, rater_summary, item_summary, consensus)
  for (verb in verbs) {
    call <- function() verb(rows, item, rater, label, by = team, categories = c("no", "yes"))
    cnd <- expect_error(strict(call()), "4 ratings are set aside", class = "accord_error_strict")
    expect_identical(cnd$reason, "outside the categories")
    expect_equal(cnd$n, 4)
    # Rows of a data frame, groups of a database
    expect_true(all(cnd$where[[1]] %in% c("north", paste("row", 13:16))))
  }
  # Ratings that were made before
  ratings <- suppressWarnings(as_ratings(rows, item, rater, label, categories = c("no", "yes")))
  expect_error(strict(fleiss_kappa(ratings)), class = "accord_error_strict")
  expect_identical(fleiss_kappa(ratings)$n_set_aside, 4L)
}

test_that("labels outside of the categories are an error", {
  skip_if_quick()
  data <- teams()
  data$label[data$team == "north" & data$rater == "bob"] <- "Ja"
  expect_outside_refused(data)
  data <- rbind(teams(), transform(teams()[1, ], label = "Ja"))
  expect_error(
    strict(as_ratings(data, item, rater, label, categories = c("no", "yes"))), "1 rating is set aside",
    class = "accord_error_strict"
  )
})

test_that("labels outside of the categories are an error in a database", {
  skip_if_quick()
  data <- teams()
  data$label[data$team == "north" & data$rater == "bob"] <- "Ja"
  rows <- strict_sources(data)$database
  skip_if(is.null(rows))
  expect_outside_refused(rows)
  expect_error(strict(agreement(rows, item, rater, label, categories = "no")), "\"yes\"")
})

test_that("a fault of one group is an error that says where", {
  skip_if_quick()
  data <- rbind(teams(), teams()[c(1, 2), ])
  rownames(data) <- NULL
  for (rows in strict_sources(data)) {
    cnd <- expect_error(
      strict(krippendorff_alpha(rows, item, rater, label, by = team)), "item 1, rater ann",
      class = "accord_error_strict"
    )
    expect_s3_class(cnd, "accord_error_duplicate_rating")
    expect_identical(cnd[c("reason", "where")], list(reason = "duplicate ratings", where = "south"))
    expect_equal(cnd$n, 2)
    expect_match(conditionMessage(cnd), "Group: south")
    alpha <- quietly(krippendorff_alpha(rows, item, rater, label, by = team))
    expect_setequal(tidy(alpha)$status, c("ok", "duplicate ratings"))
    expect_identical(tidy(alpha)$n_set_aside, c(0L, 0L))
  }
})

test_that("a status other than \"ok\" is an error with the rows", {
  skip_if_quick()
  data <- teams()
  data$label[data$team == "north"] <- "yes"
  for (rows in strict_sources(data)) {
    cnd <- expect_error(
      strict(krippendorff_alpha(rows, item, rater, label, by = team)), "1 row of 2 has another one",
      class = "accord_error_strict"
    )
    expect_identical(cnd$reason, "one category only")
    expect_identical(cnd$where, "north, krippendorff_alpha, nominal")
    expect_identical(cnd$n, 1L)
    # The third item is a tie. Items of a database are checked when they are collected.
    collected <- function(x) if (is.data.frame(x)) x else dplyr::collect(x)
    cnd <- expect_error(strict(collected(consensus(rows, item, rater, label))), class = "accord_error_strict")
    expect_identical(cnd$reason, "tie")
    expect_match(cnd$where, "^3")
  }
  both <- rbind(data, transform(data, team = paste("far", team)))
  cnd <- expect_error(
    strict(krippendorff_alpha(both, item, rater, label, by = team)), "2 rows of 4 have another one",
    class = "accord_error_strict"
  )
})

test_that("missing ratings, and data without a fault, are none", {
  skip_if_quick()
  data <- teams()
  data$label[2] <- NA
  for (rows in strict_sources(data)) {
    found <- strict(agreement(rows, item, rater, label, by = team))
    expect_identical(unique(found$status), "ok")
    expect_identical(as.data.frame(found), as.data.frame(agreement(rows, item, rater, label, by = team)))
  }
  for (option in list("yes", NA, 1)) {
    old <- options(accord.strict = option)
    expect_fault(agreement(data, item, rater, label), "argument", "accord.strict")
    options(old)
  }
})
