#pragma once
// Agreement between raters: the header that an outside user includes. Needs C++17 and
// nothing else; no R, no library.

#include "accord/alpha.h"
#include "accord/compress.h"
#include "accord/counts.h"
#include "accord/jackknife.h"
#include "accord/metric.h"
#include "accord/parallel.h"
#include "accord/registry.h"
#include "accord/tally.h"
#include "accord/views.h"
