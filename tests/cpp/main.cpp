// Runs all tests, or those whose names begin with the first argument.

#include "check.h"

int main(int argc, char** argv) { return check::run(argc > 1 ? argv[1] : ""); }
