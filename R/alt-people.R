# A person beside models is a rater who is neither another run of a model nor, unless it is named, another model.

# The positions of the people among the raters of the ratings.
named_people <- function(people, models, ratings) {
  named <- !is.null(people)
  found <- if (named) match_named(people, ratings, "people") else setdiff(seq_along(ratings$raters), models)
  name_of <- function(at) id_text(vctrs::vec_slice(ratings$raters, at))
  check_people(name_of(found), name_of(models), named, "models")
  found
}

# `models` and `people`: names of raters; `named`: whether the user named the people; `arg`: the argument of the models.
check_people <- function(people, models, named, arg) {
  both <- intersect(people, models)
  if (length(both)) {
    abort_accord(
      "argument",
      c(
        "A rater is a person or a model.",
        x = "{length(both)} {?is/are} named in both {.arg people} and {.arg {arg}}: {.val {both}}.",
        i = "Leave {cli::qty(length(both))}{?it/them} out of one of them."
      ),
      argument = "people"
    )
  }
  runs <- runs_among(people, models, named)
  if (length(runs)) {
    abort_accord(
      "runs_as_people",
      c(
        "Runs of a model are never raters beside people: they would reward a model that repeats itself.",
        x = "{length(runs)} of the people {?has/have} the name of another run: {.val {first_few(runs)}}, beside
             {.val {first_few(models)}}.",
        i = "Name {cli::qty(length(runs))}{?it/them} in {.arg {arg}} too, or name the people in {.arg people}."
      ),
      raters = runs
    )
  }
  if (!named) warn_models_among(people, arg)
}

RUN_WORD <- "(run|rep|repetition|repeat|seed|sample|trial|iteration|pass)s?"

# Those of the `people` whose name is that of a model but for the number of a run: `gpt_run2` beside `gpt_run1` or
# `gpt`. A name that ends in a number is one only if other people have names of another kind, since raters may all be
# numbered.
runs_among <- function(people, models, named) {
  is_run <- paste0("(^|[ ._-]*[(#]?)", RUN_WORD, "[ ._#-]*[0-9]+[)]?$")
  stem <- function(x, pattern) sub(pattern, "", tolower(x), perl = TRUE)
  told <- grepl(is_run, people, ignore.case = TRUE) & stem(people, is_run) %in% stem(models, is_run)
  numbered <- "[ ._#-]+[0-9]+$"
  alike <- grepl(numbered, people) & stem(people, numbered) %in% stem(models[grepl(numbered, models)], numbered)
  if (named || all(alike)) alike[] <- FALSE
  people[told | alike & !ends_in_version(people)]
}

# The number at the end of the name of a model is its version, as in gpt-3, gpt-3.5 and gpt-4-0613, unless it follows
# another number: gpt-4-2 may be the second run of gpt-4. A number after _ or # is that of a run.
ends_in_version <- function(name) {
  version <- "^[^0-9]*[^0-9_#][0-9]+$|[0-9][.][0-9]+$|-[0-9]{3,}$"
  grepl(MODEL_NAME, name, ignore.case = TRUE) & grepl(version, name)
}

MODEL_NAME <- paste0(
  "gpt|llama|palm-?2|gemini|mistral|mixtral|qwen|deepseek|vicuna|alpaca|pandalm|",
  "claude[-_ ]?([0-9]|opus|sonnet|haiku|instant)|(^|[^a-z])llms?([^a-z]|$)"
)

warn_models_among <- function(people, arg) {
  odd <- grep(MODEL_NAME, people, ignore.case = TRUE, value = TRUE)
  if (length(odd)) {
    warn_accord(
      "model_as_person",
      c(
        "Raters who are not named in {.arg {arg}} count as people.",
        x = "{length(odd)} of {length(people)} {cli::qty(length(odd))}{?has/have} the name of a model: \\
             {.val {first_few(odd)}}.",
        i = "Name the people in {.arg people}; raters in neither argument are left out."
      ),
      raters = odd
    )
  }
}
