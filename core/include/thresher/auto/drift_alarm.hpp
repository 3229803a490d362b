// Notices that a concept has changed: too many mistakes of late for the share of them before.
//
// Page's CUSUM test: the evidence that mistakes now come at a rate q rather than at p, the share before, summed up and never
// below 0. If nothing changed, e^evidence trials go by between alarms on average, however small p is. An alarm makes the
// learners begin anew. Should the memory of the old concept do better than the same learner begun anew, the alarm was false, and the
// next one needs more.
#pragma once

#include <algorithm>
#include <cmath>

#include "thresher/numeric/logarithm.hpp"

namespace thresher {

class DriftAlarm {
public:
    struct Memory {
        double before = 0.0, heard = 0.0;                    // running share of mistakes, and trials since the last restart
        double evidence = 0.0, needed = first_needed;        // nats
        double remembered_wrong = 0.0, renewed_wrong = 0.0;  // since the last restart: the old knowledge and the new
        double restarts = 0.0;
    };

    // Whether the learners should begin anew. `remembered` and `renewed`: whether the memory of the concept before was wrong, and
    // the learner whose memory it is. `part`: how much of a trial it is, from 0 to 1.
    bool operator()(bool mistake, bool remembered, bool renewed, double part) {
        Memory& m = memory_;
        m.heard += 1.0;
        const double p = std::clamp(m.before, .01, .5), q = std::min(1.5 * p + .05, (1.0 + p) / 2.0);
        m.evidence = std::max(0.0, m.evidence + part * (mistake ? log_of_ratio(q, p) : log_of_ratio(1.0 - q, 1.0 - p)));
        m.before += part * ((mistake ? 1.0 : 0.0) - m.before) / std::min(m.heard, window);
        m.remembered_wrong += remembered ? 1.0 : 0.0;
        m.renewed_wrong += renewed ? 1.0 : 0.0;
        if (m.restarts > 0.0 && m.heard == judged_after && m.remembered_wrong < m.renewed_wrong) m.needed = std::min(m.needed * 1.5, 1000.0);
        if (m.heard < youngest) m.evidence = 0.0;
        return m.evidence >= m.needed;
    }

    // The learners begin anew, because of this alarm or for another reason.
    void restart() {
        const double needed = memory_.needed, restarts = memory_.restarts + 1.0;
        memory_ = {};
        memory_.needed = needed;
        memory_.restarts = restarts;
    }

    const Memory& memory() const { return memory_; }
    Memory& memory() { return memory_; }

private:
    static constexpr double first_needed = 12.0;
    static constexpr double window = 2000.0;
    static constexpr double youngest = 500.0, judged_after = 1000.0;

    Memory memory_;
};

}  // namespace thresher
