// Auto's experts by name, in the order of the master: what each is, and the short name it has on screen.
#pragma once

#include <array>

#include "thresher/auto/ensemble.hpp"

namespace thresher {

struct ExpertName {
    const char* shown;
    const char* algorithm;
};

inline constexpr std::array<ExpertName, Ensemble::experts> expert_names{{
    {"gradient", "sgd"},
    {"confident", "arow"},
    {"steady", "adagrad_unit"},
    {"remembered", "arow_before_restart"},
    {"sifting", "arow_sifted"},
    {"adaptive", "adagrad"},
    {"betting", "coin_betting"},
    {"winnowing", "winnow"},
    {"recalled", "arow_before_last_restart"},
    {"counting", "naive_bayes"},
    {"habit", "label_sequence"},
    {"bending", "arow_knots"},
    {"pairing", "coin_betting_pairs"},
    {"bold", "adagrad_pairs"},
    {"wary", "coin_betting_cautious"},
}};

}  // namespace thresher
