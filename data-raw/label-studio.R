# Writes inst/extdata/label_studio/project.json: an export of Label Studio as three annotators of names of
# persons, places and organisations might have made it. The sentences are ours, and so are the mistakes.
texts <- c(
  "Ada Lovelace wrote to Charles Babbage from London.",
  "The University of Turin lent its telescope to the observatory in Palermo.",
  "In March the Red Cross sent Maria Keller to Lagos.",
  "Nobody in the village had heard of the committee.",
  "Lake Geneva froze, and the Geneva Post stopped its ferries.",
  "Bishop Anselm of Canterbury crossed the Channel twice.",
  "Toyota and the city of Nagoya opened a school for engineers.",
  "The New York Times asked Okonkwo for a comment.",
  "It rained for a week.",
  "Dr. Vera Lind left the Nordic Museum in Stockholm in 1951.",
  "Green voters in Green Bay backed Senator Green.",
  "The Bank of England moved to Threadneedle Street."
)
# What all mean: the task, the words and the label.
truth <- list(
  list(1, "Ada Lovelace", "PER"), list(1, "Charles Babbage", "PER"), list(1, "London", "LOC"),
  list(2, "University of Turin", "ORG"), list(2, "Palermo", "LOC"),
  list(3, "Red Cross", "ORG"), list(3, "Maria Keller", "PER"), list(3, "Lagos", "LOC"),
  list(5, "Lake Geneva", "LOC"), list(5, "Geneva Post", "ORG"),
  list(6, "Bishop Anselm of Canterbury", "PER"), list(6, "Channel", "LOC"),
  list(7, "Toyota", "ORG"), list(7, "Nagoya", "LOC"),
  list(8, "New York Times", "ORG"), list(8, "Okonkwo", "PER"),
  list(10, "Vera Lind", "PER"), list(10, "Nordic Museum", "ORG"), list(10, "Stockholm", "LOC"),
  list(11, "Green Bay", "LOC"), list(11, "Senator Green", "PER"),
  list(12, "Bank of England", "ORG"), list(12, "Threadneedle Street", "LOC")
)
# What one of them has in place of it; NULL where it was missed.
other <- list(
  "7" = list("2 University of Turin" = list("Turin", "LOC"), "6 Channel" = NULL,
             "10 Vera Lind" = list("Dr. Vera Lind", "PER"), "12 Threadneedle Street" = NULL),
  "8" = list("3 Red Cross" = list("the Red Cross", "ORG"), "6 Bishop Anselm of Canterbury" = list("Anselm", "PER"),
             "7 Nagoya" = list("city of Nagoya", "LOC"), "10 Nordic Museum" = list("Nordic Museum", "LOC"),
             "11 Senator Green" = list("Green", "PER")),
  "9" = list("5 Geneva Post" = list("Geneva Post", "LOC"), "2 University of Turin" = list("University", "ORG"),
             "8 New York Times" = list("New York", "LOC"), "12 Bank of England" = list("England", "LOC"),
             "12 Threadneedle Street" = list("Threadneedle Street", "ORG"), "3 Lagos" = NULL)
)
result <- function(task, who) {
  mine <- Filter(function(x) x[[1]] == task, truth)
  marks <- lapply(mine, function(x) {
    key <- paste(x[[1]], x[[2]])
    if (key %in% names(other[[who]])) other[[who]][[key]] else x[2:3]
  })
  marks <- Filter(Negate(is.null), marks)
  lapply(seq_along(marks), function(i) {
    at <- regexpr(marks[[i]][[1]], texts[task], fixed = TRUE)
    # "Senator Green" ends the sentence, and so does the "Green" in its place.
    if (marks[[i]][[1]] == "Green") at[] <- nchar(texts[task]) - 5L
    start <- as.integer(at) - 1L
    list(
      id = paste0("t", task, who, i), from_name = "label", to_name = "text", type = "labels",
      value = list(
        start = start, end = start + nchar(marks[[i]][[1]]), text = marks[[i]][[1]], labels = list(marks[[i]][[2]])
      )
    )
  })
}
tasks <- lapply(seq_along(texts), function(task) {
  list(
    id = 100L + task, data = list(text = texts[task]),
    annotations = lapply(names(other), function(who) {
      list(
        id = 1000L + 10L * task + as.integer(who), completed_by = as.integer(who), was_cancelled = FALSE,
        ground_truth = FALSE, lead_time = 20, result = result(task, who)
      )
    })
  )
})
dir.create("inst/extdata/label_studio", showWarnings = FALSE)
jsonlite::write_json(tasks, "inst/extdata/label_studio/project.json", auto_unbox = TRUE, pretty = 1)
