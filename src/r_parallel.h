#pragma once
// Threads for the core: those of the C++ standard library. They end with each call, so a
// forked R process can start its own, and nothing that runs in them calls R;
// the main thread alone asks it, in poll(), whether the user wants to stop.

#include "accord/base/parallel.h"

namespace r {

accord::Executor executor(int threads);

}  // namespace r
