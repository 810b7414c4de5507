#pragma once
// What Linux offers and Swift's Glibc module leaves out.
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/statvfs.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
