// The little that tests of the core need: `CHECK` says what is not so and where, `run` gives the process's answer.
#pragma once

#include <cstdio>
#include <initializer_list>

namespace thresher::test {

inline int failures = 0;
inline long checks = 0;

inline void check(bool holds, const char* what, const char* file, int line) {
    ++checks;
    if (holds) return;
    ++failures;
    std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
}

struct Named {
    const char* name;
    void (*test)();
};

inline int run(std::initializer_list<Named> tests) {
    for (const Named& one : tests) {
        const int before = failures;
        one.test();
        if (failures > before) std::fprintf(stderr, "failed: %s\n", one.name);
    }
    std::printf("%zu tests, %ld checks, %d failures\n", tests.size(), checks, failures);
    return failures == 0 ? 0 : 1;
}

}  // namespace thresher::test

#define CHECK(condition) thresher::test::check((condition), #condition, __FILE__, __LINE__)
