// Notices that a concept has changed where one label is rare: mistakes hardly move there, since nearly every answer is the common label.
//
// What is watched is how much better the answer's probabilities are than the labels' shares alone, in nats, from one example of the rare label to the
// next: the gain. Page's CUSUM test again: the evidence that the gain has fallen from its mean to 0, for a normal distribution whose
// mean and variance are those of the last gains. If the memory of the concept before states better probabilities than the same learner
// begun anew, the alarm was false, and the next one needs more.
#pragma once

#include <algorithm>
#include <cmath>

namespace thresher {

class RareAlarm {
public:
    static constexpr double most_gain = 4.0, most_evidence = 2.0;  // of one rare example: no single one may decide
    static constexpr double most_variance = 4.0 * most_gain * most_gain;

    struct Memory {
        double ratio = 1.0;                            // what was given to the labels since the last rare one, over their shares
        double mean = 0.0, variance = 1.0;             // of the gains
        double heard = 0.0;                            // rare labels since the last restart
        double evidence = 0.0, needed = first_needed;  // nats
        double ahead = 0.0;                            // log loss of the renewed learner less that of the memory, since a restart of this alarm
        double judging = 0.0;                          // 1: its last restart is not judged yet
    };

    // Whether the learners should begin anew. `given`, `remembered` and `renewed`: what was given to the label by the answer, by the memory
    // of the concept before and by the learner whose memory it is; `share`: the label's; `rare`: whether it is the rarer one.
    bool operator()(double given, double share, bool rare, double remembered, double renewed) {
        Memory& m = memory_;
        m.ratio = std::clamp(m.ratio * (given / share), 1e-30, 1e30);
        if (m.judging > 0.0) m.ahead += std::log(remembered / renewed);
        if (!rare) return false;
        m.heard += 1.0;
        const double gain = std::clamp(std::log(m.ratio), -most_gain, most_gain);
        m.ratio = 1.0;
        m.evidence = m.heard < youngest || m.mean <= 0.0
                         ? 0.0
                         : std::max(0.0, m.evidence + std::min(m.mean / m.variance * (m.mean / 2.0 - gain), most_evidence));
        remember(gain);
        if (m.judging > 0.0 && m.heard == judged_after) {
            if (m.ahead > 0.0) m.needed = std::min(m.needed * 1.5, 1000.0);
            m.judging = 0.0;
        }
        return m.evidence >= m.needed;
    }

    // The learners begin anew: because of this alarm, or for another reason.
    void restart(bool because_of_this) {
        const double needed = memory_.needed;
        memory_ = {};
        memory_.needed = needed;
        memory_.judging = because_of_this ? 1.0 : 0.0;
    }

    const Memory& memory() const { return memory_; }
    Memory& memory() { return memory_; }

private:
    static constexpr double first_needed = 12.0;
    static constexpr double window = 300.0;
    static constexpr double youngest = 30.0, judged_after = 50.0;

    void remember(double gain) {
        Memory& m = memory_;
        const double part = 1.0 / std::min(m.heard, window), apart = gain - m.mean;
        m.mean += apart * part;
        m.variance = std::max(m.variance + (apart * (gain - m.mean) - m.variance) * part, 1.0);
    }

    Memory memory_;
};

}  // namespace thresher
