# The interval in closed form, where a test names none; test-ci-default.R is about the default that
# users have.
options(accord.ci = accord::ci_jackknife())
