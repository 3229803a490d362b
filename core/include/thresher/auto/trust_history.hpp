// How trust in experts changed over time, in bounded memory: a line every so many examples; when there are too many lines, every
// second one goes and they are written half as often.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace thresher {

template <std::size_t Experts>
class TrustHistory {
public:
    static constexpr std::size_t most = 64;

    struct Line {
        double trials = 0.0;  // so many had been learned
        double restarts = 0.0;
        double mistakes = 0.0;  // of the answer, so far
        std::array<double, Experts> trust{};
        std::array<double, Experts> expert_mistakes{};

        // In the order above.
        std::vector<double> numbers() const {
            std::vector<double> all{trials, restarts, mistakes};
            all.insert(all.end(), trust.begin(), trust.end());
            all.insert(all.end(), expert_mistakes.begin(), expert_mistakes.end());
            return all;
        }
    };
    static constexpr std::size_t width = sizeof(Line) / sizeof(double);

    bool due(double trials) const { return trials >= next_; }

    void write(const Line& line) {
        lines_.push_back(line);
        if (lines_.size() == most) {
            std::vector<Line> kept;
            for (std::size_t i = 1; i < most; i += 2) kept.push_back(lines_[i]);
            lines_ = std::move(kept);
            interval_ *= 2.0;
        }
        next_ = line.trials + interval_;
    }

    const std::vector<Line>& lines() const { return lines_; }
    std::vector<Line>& lines() { return lines_; }
    std::size_t bytes() const { return lines_.capacity() * sizeof(Line); }
    double& interval() { return interval_; }
    double& next() { return next_; }
    const double& interval() const { return interval_; }
    const double& next() const { return next_; }

private:
    std::vector<Line> lines_;
    double interval_ = 50.0, next_ = 50.0;
};

}  // namespace thresher
