# Runs all benchmarks, each in a process of its own: Rscript bench/run.R
scripts <- c(
  "alpha-nominal.R", "alpha-small.R", "alpha-continuous.R", "sparse.R", "rivals.R", "kappas.R", "groups.R", "pairs.R",
  "influence.R", "summaries.R", "bootstrap.R", "bootstrap-rivals.R", "consensus.R", "chains.R", "components.R",
  "spans.R", "severity.R"
)
for (script in scripts) {
  cat("\n# ", script, "\n", sep = "")
  failed <- system2(file.path(R.home("bin"), "Rscript"), file.path("bench", script))
  if (failed) stop(script, " failed")
}
