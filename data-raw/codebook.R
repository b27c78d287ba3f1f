# Writes inst/extdata/codebook/articles.csv: the sheet of a content analysis as three coders might have filled it. The
# study is made up: each coder gives the answer of a truth, or slips with a chance that the question and the coder have.
set.seed(2026)
n <- 60
coders <- c("ann", "bob", "cat")
round <- rep(c("pilot", "main"), c(20, 40))
careful <- c(ann = 0.8, bob = 1, cat = 1.3)

# Slips of a coder: in the pilot some questions had a worse rule.
slips <- function(chance, coder, pilot = 1) {
  stats::runif(n) < chance * careful[[coder]] * ifelse(round == "pilot", pilot, 1)
}
choose <- function(options, prob = NULL) sample(options, n, TRUE, prob)
coded <- function(truth, chance, other, pilot = 1) {
  lapply(coders, function(coder) ifelse(slips(chance, coder, pilot), other(truth), truth))
}
step <- function(lowest, highest) function(x) pmin(highest, pmax(lowest, x + sample(c(-1, 1), n, TRUE)))

topics <- c("economy", "health", "migration", "climate", "sport")
actors <- c("government", "party", "firm", "citizen")
issues <- c("jobs", "prices", "taxes", "housing")
set <- function(k) vapply(k, function(k) paste(sort(sample(issues, k)), collapse = ";"), "")
prominence <- c("low", "medium", "high")
level <- choose(3)
answers <- list(
  topic = coded(choose(topics, c(4, 3, 2, 2, 1)), 0.06, function(x) choose(topics)),
  actor = coded(choose(actors), 0.35, function(x) choose(actors)),
  photo = coded(choose(c("yes", "no")), 0.02, function(x) ifelse(x == "yes", "no", "yes")),
  issues = coded(set(choose(1:3)), 0.15, function(x) set(choose(1:3))),
  tone = coded(choose(1:5), 0.25, function(x) ifelse(round == "pilot", choose(1:5), step(1, 5)(x)), pilot = 2),
  prominence = lapply(coded(level, 0.2, step(1, 3)), function(x) prominence[x]),
  stance = coded(choose(0:10), 0.4, function(x) pmin(10, pmax(0, x + sample(-2:2, n, TRUE)))),
  sources = coded(stats::rpois(n, 3), 0.25, function(x) pmax(0, x + sample(c(-1, 1), n, TRUE)))
)
sheet <- data.frame(article = sprintf("a%02d", seq_len(n)), round = round)
for (question in names(answers)) sheet[paste0(question, "_", coders)] <- answers[[question]]
sheet$tone_cat[c(7, 33)] <- 99 # no tone could be coded
sheet$actor_bob[41] <- NA
dir.create("inst/extdata/codebook", showWarnings = FALSE)
utils::write.csv(sheet, "inst/extdata/codebook/articles.csv", row.names = FALSE, quote = FALSE, na = "")
