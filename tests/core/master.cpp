// Auto's master: from the scores of experts to one probability, and the log loss it promises.
#include "thresher/auto/master.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "check.hpp"

using namespace thresher;

namespace {

constexpr std::size_t experts = 3;
using Three = Master<experts>;

// The first is mostly right, the second mostly wrong, the third guesses.
struct Stream {
    std::mt19937_64 random{7};

    bool next(Three::Scores& scores) {
        std::normal_distribution<double> noise;
        const bool positive = random() % 2 == 0;
        const double y = positive ? 1.0 : -1.0;
        scores = {2.0 * y + noise(random), -y + noise(random), noise(random)};
        return positive;
    }
};

double sum_of(const auto& numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number;
    return sum;
}

void weights_stay_shares_of_one() {
    Three master;
    Three::Scratch scratch;
    Stream stream;
    for (int trial = 0; trial < 500; ++trial) {
        Three::Scores scores;
        const bool positive = stream.next(scores);
        master.answer(scores, 1.0, scratch);
        master.learn(scores, positive, trial % 5 == 0 ? 2.5 : 1.0, 1.0, scratch);
        CHECK(std::fabs(sum_of(master.memory().belief) - 1.0) < 1e-9);
        CHECK(std::fabs(sum_of(master.memory().majority) - 1.0) < 1e-9);
        CHECK(std::fabs(sum_of(master.trust()) - 1.0) < 1e-9);
    }
    CHECK(master.memory().trials == 500.0 && master.memory().weighted == 100.0);
}

void its_log_loss_is_at_most_that_of_any_member_and_the_price() {
    Three master;
    Three::Scratch scratch;
    Stream stream;
    constexpr int trials = 2000;
    double own = 0.0;
    for (int trial = 0; trial < trials; ++trial) {
        Three::Scores scores;
        const bool positive = stream.next(scores);
        const double logit = master.answer(scores, 1.0, scratch);
        own += std::log1p(std::exp(positive ? -logit : logit));
        master.learn(scores, positive, 1.0, 1.0, scratch);
    }
    CHECK(std::fabs(master.log_loss() - own) < 1e-6);
    for (std::size_t member = 0; member < Three::members; ++member) {
        const double price = -std::log(Three::prior(member)) - (trials - 1) * std::log1p(-Three::share);
        CHECK(own <= master.log_loss(member) + price + 1e-9);
    }
}

void its_side_is_the_sign_of_its_answer() {
    Three master;
    Three::Scratch scratch;
    Stream stream;
    const auto agree = [&](const Three::Scores& scores) {
        const int side = master.side(scores, 1.0, scratch);
        const double logit = master.answer(scores, 1.0, scratch);
        CHECK(side == (logit > 0.0) - (logit < 0.0));
    };
    agree({});
    for (int trial = 0; trial < 1000; ++trial) {
        Three::Scores scores;
        const bool positive = stream.next(scores);
        agree(scores);
        for (double& score : scores) score = std::ldexp(score, -static_cast<int>(stream.random() % 60));
        agree(scores);
        master.learn(scores, positive, 1.0, 1.0, scratch);
    }
}

void the_good_expert_is_trusted() {
    Three master;
    Three::Scratch scratch;
    Stream stream;
    for (int trial = 0; trial < 1000; ++trial) {
        Three::Scores scores;
        const bool positive = stream.next(scores);
        master.answer(scores, 1.0, scratch);
        master.learn(scores, positive, 1.0, 1.0, scratch);
    }
    CHECK(master.memory().mistakes[0] < master.memory().mistakes[2] && master.memory().mistakes[2] < master.memory().mistakes[1]);
    CHECK(master.memory().majority[0] > 0.9);
    CHECK(master.answer({3.0, 0.0, 0.0}, 1.0, scratch) > 0.0);
}

void answering_changes_nothing() {
    Three master;
    Three::Scratch one, other;
    CHECK(master.answer({1.0, -2.0, 0.5}, 1.0, one) == master.answer({1.0, -2.0, 0.5}, 1.0, other));
    CHECK(master.answer({0.0, 0.0, 0.0}, 1.0, one) == master.answer({0.0, 0.0, 0.0}, 1.0, other));
}

void a_turn_in_parts_is_an_answer_and_a_lesson() {
    Three one, other;
    Three::Scratch answered, in_parts;
    Stream stream;
    for (int trial = 0; trial < 300; ++trial) {
        Three::Scores scores;
        const bool positive = stream.next(scores);
        const double weight = trial % 7 == 0 ? 2.5 : 1.0, pace = trial % 3 == 0 ? .5 : 1.0;
        const double logit = one.answer(scores, pace, answered), given = one.learn(scores, positive, weight, pace, answered);
        const Three::Turn turn(other, scores, positive, weight, pace, 0, in_parts);
        for (std::size_t part = 0; part < Three::Turn::parts; ++part) {
            turn.part<false>(part);
            if (part + 1 == Three::Turn::answered) CHECK(Three::logit(in_parts) == logit);
        }
        CHECK(in_parts.given == given);
        CHECK(std::memcmp(&one.memory(), &other.memory(), sizeof(Three::Memory)) == 0);
        CHECK(std::ranges::equal(one.mixer().weights(), other.mixer().weights()));
    }
    // Who was answered already begins there: the parts before do nothing.
    Three::Scores scores;
    const bool positive = stream.next(scores);
    one.answer(scores, 1.0, answered);
    const Three::Turn late(one, scores, positive, 1.0, 1.0, Three::Turn::answered, answered);
    const Three::Memory before = one.memory();
    const double chance = answered.chance;
    answered.votes[0] += 1.0;
    const double vote = answered.votes[0];
    for (std::size_t part = 0; part < Three::Turn::answered; ++part) late.part<false>(part);
    CHECK(answered.votes[0] == vote && answered.chance == chance && std::memcmp(&one.memory(), &before, sizeof before) == 0);
}

void a_restart_forgets_trust_and_keeps_the_accounts() {
    Three master;
    Three::Scratch scratch;
    Stream stream;
    for (int trial = 0; trial < 100; ++trial) {
        Three::Scores scores;
        const bool positive = stream.next(scores);
        master.answer(scores, 1.0, scratch);
        master.learn(scores, positive, 1.0, 1.0, scratch);
    }
    const double loss = master.log_loss();
    master.restart();
    CHECK(master.log_loss() == loss && master.memory().trials == 100.0);
    for (std::size_t member = 0; member < Three::members; ++member) CHECK(master.memory().belief[member] == Three::prior(member));
}

void who_says_nothing_has_no_part() {
    Three master;
    Three::Scratch scratch;
    for (int trial = 0; trial < 50; ++trial) {
        const bool positive = trial % 2 == 0;
        const Three::Scores scores{positive ? 1.0 : -1.0, 0.0, 0.0};
        master.answer(scores, 1.0, scratch);
        master.learn(scores, positive, 1.0, 1.0, scratch);
    }
    CHECK(master.trust()[1] == 0.0 && master.trust()[2] == 0.0 && master.trust()[0] == 1.0);
}

}  // namespace

int main() {
    return test::run({{"weights stay shares of one", weights_stay_shares_of_one},
                      {"its log loss is at most that of any member and the price", its_log_loss_is_at_most_that_of_any_member_and_the_price},
                      {"its side is the sign of its answer", its_side_is_the_sign_of_its_answer},
                      {"the good expert is trusted", the_good_expert_is_trusted},
                      {"answering changes nothing", answering_changes_nothing},
                      {"a turn in parts is an answer and a lesson", a_turn_in_parts_is_an_answer_and_a_lesson},
                      {"a restart forgets trust and keeps the accounts", a_restart_forgets_trust_and_keeps_the_accounts},
                      {"who says nothing has no part", who_says_nothing_has_no_part}});
}
