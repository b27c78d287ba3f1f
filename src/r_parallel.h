#pragma once
// Threads for the core: those of the C++ standard library. They end with each call, so a
// forked R process can start its own, and nothing that runs in them calls R.

#include "accord/base/parallel.h"

namespace r {

accord::Executor executor(int threads);

}  // namespace r
