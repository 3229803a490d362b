// A function that is compiled twice, for processors with wider registers and for any; which one runs is decided when the program
// starts. The answer is the same: there is no fused multiply-add, and sums are on a grid.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define THRESHER_CLONED [[gnu::target_clones("arch=x86-64-v4", "avx2", "default")]]
#else
#define THRESHER_CLONED
#endif
