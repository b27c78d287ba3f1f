#pragma once
// Threads for the core from the C++ standard library. They end with each call, so a
// forked R process can start its own. No code in them calls R; only the main thread asks
// R, in poll(), whether the user wants to stop.

#include "accord/base/parallel.h"

namespace r {

accord::Executor executor(int threads);

}  // namespace r
