// A function that is compiled twice, for processors with wider registers and for any; which one runs is decided when the program
// starts. The answer is the same: there is no fused multiply-add, and sums are on a grid.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(THRESHER_NO_CLONES)
#define THRESHER_CLONED [[gnu::target_clones("arch=x86-64-v4", "avx2", "default")]]
#define THRESHER_WIDE
#else
#define THRESHER_CLONED
#endif

namespace thresher {

#ifdef THRESHER_WIDE
namespace registers {

inline bool are_wide() {
    static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
    return wide;
}
inline bool are_half_as_wide() {
    static const bool wide = __builtin_cpu_supports("avx2");
    return wide;
}

// Without the guard of the stack (hardening.cmake): here it costs Auto 3 to 5 % of a pass, and what lies on the stack has fixed places.
template <class Run>
[[gnu::target("arch=x86-64-v4"), gnu::no_stack_protector]] auto use_wide(const Run& run) {
    return run.template operator()<true>();
}
template <class Run>
[[gnu::target("avx2"), gnu::no_stack_protector]] auto use_half(const Run& run) {
    return run.template operator()<false>();
}

}  // namespace registers
#endif

// Calls run.operator()<true>() where registers hold sixteen numbers of single precision, compiled for these, else run.operator()<false>(). It
// must be a lambda that is always inlined, as must all that it calls.
template <class Run>
auto by_registers(const Run& run) {
#ifdef THRESHER_WIDE
    if (registers::are_wide()) return registers::use_wide(run);
    if (registers::are_half_as_wide()) return registers::use_half(run);
#endif
    return run.template operator()<false>();
}

}  // namespace thresher
