#pragma once
// Agreement between raters: the header that an outside user includes. Needs C++17 and
// nothing else; no R, no library.

#include "accord/alpha.h"
#include "accord/coincidences.h"
#include "accord/compress.h"
#include "accord/counts.h"
#include "accord/delta.h"
#include "accord/disagreement.h"
#include "accord/distance.h"
#include "accord/icc.h"
#include "accord/measure.h"
#include "accord/metric.h"
#include "accord/pairs.h"
#include "accord/parallel.h"
#include "accord/registry.h"
#include "accord/replicate.h"
#include "accord/reweighted.h"
#include "accord/reweighted_light.h"
#include "accord/tally.h"
#include "accord/two_way.h"
#include "accord/variance.h"
#include "accord/views.h"
