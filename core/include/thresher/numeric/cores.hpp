// How many cores this process may use: those it was given, not those there are.
#pragma once

#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace thresher {

inline unsigned available_cores() {
#if defined(__linux__)
    cpu_set_t given;
    CPU_ZERO(&given);
    if (sched_getaffinity(0, sizeof given, &given) == 0) return static_cast<unsigned>(CPU_COUNT(&given));
#endif
    return std::thread::hardware_concurrency();
}

}  // namespace thresher
