// Dates and times: ISO-8601 text -> a moment; a moment -> hour, weekday, month and days since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thresher {

// A moment in UTC (or wherever its clock stood, if nothing is said of that).
struct Moment {
    std::int64_t seconds = 0;       // since 1970-01-01
    std::uint32_t nanoseconds = 0;  // below 10^9

    bool operator==(const Moment&) const = default;
};

inline constexpr std::int64_t seconds_of_day = 86400;

// Days since 1970-01-01 in the Gregorian calendar, after Howard Hinnant's days_from_civil.
constexpr std::int64_t days_of(std::int64_t year, unsigned month, unsigned day) {
    year -= month <= 2;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const auto year_of_era = static_cast<unsigned>(year - era * 400);
    const unsigned day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    const unsigned day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + static_cast<std::int64_t>(day_of_era) - 719468;
}

constexpr unsigned days_in_month(std::int64_t year, unsigned month) {
    constexpr unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : days[month - 1];
}

// What is read off a moment.
struct DateParts {
    double days;       // since 1970-01-01, with the fraction of the day
    unsigned weekday;  // 0: Monday
    unsigned month;    // 0: January
    int hour;          // -1 at the very beginning of a day: dates without a time stand there

    explicit DateParts(const Moment& moment) {
        std::int64_t day = moment.seconds / seconds_of_day;
        std::int64_t within = moment.seconds % seconds_of_day;
        if (within < 0) --day, within += seconds_of_day;
        days = static_cast<double>(day) + (static_cast<double>(within) + static_cast<double>(moment.nanoseconds) * 1e-9) / seconds_of_day;
        const std::int64_t since_monday = (day + 3) % 7;
        weekday = static_cast<unsigned>(since_monday < 0 ? since_monday + 7 : since_monday);
        month = month_of(day);
        hour = within == 0 && moment.nanoseconds == 0 ? -1 : static_cast<int>(within / 3600);
    }

private:
    static unsigned month_of(std::int64_t day) {
        day += 719468;
        const std::int64_t era = (day >= 0 ? day : day - 146096) / 146097;
        const auto day_of_era = static_cast<unsigned>(day - era * 146097);
        const unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
        const unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        const unsigned shifted = (5 * day_of_year + 2) / 153;  // 0: March
        return shifted < 10 ? shifted + 2 : shifted - 10;
    }
};

inline constexpr std::string_view weekday_names[] = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
inline constexpr std::string_view month_names[] = {"january", "february", "march",     "april",   "may",      "june",
                                                   "july",    "august",   "september", "october", "november", "december"};

namespace date_detail {

class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool at_end() const { return text_.empty(); }
    bool is_digit() const { return !text_.empty() && text_.front() >= '0' && text_.front() <= '9'; }
    bool skip(char c) {
        if (text_.empty() || text_.front() != c) return false;
        text_.remove_prefix(1);
        return true;
    }
    bool skip_any(std::string_view some) {
        for (const char c : some)
            if (skip(c)) return true;
        return false;
    }
    // Exactly `count` digits.
    bool number(unsigned count, unsigned& value) {
        value = 0;
        for (unsigned i = 0; i < count; ++i) {
            if (!is_digit()) return false;
            value = value * 10 + static_cast<unsigned>(text_.front() - '0');
            text_.remove_prefix(1);
        }
        return true;
    }
    // Digits behind the point, as nanoseconds; those beyond the ninth do not count.
    bool fraction(std::uint32_t& nanoseconds) {
        if (!is_digit()) return false;
        std::uint32_t unit = 100'000'000;
        for (nanoseconds = 0; is_digit(); text_.remove_prefix(1), unit /= 10) nanoseconds += unit * static_cast<std::uint32_t>(text_.front() - '0');
        return true;
    }

private:
    std::string_view text_;
};

inline bool read_date(Scanner& scan, std::int64_t& days) {
    unsigned year = 0, month = 0, day = 0;
    if (!scan.number(4, year)) return false;
    const bool dashes = scan.skip('-');
    if (!scan.number(2, month) || scan.skip('-') != dashes || !scan.number(2, day)) return false;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) return false;
    days = days_of(year, month, day);
    return true;
}

inline bool read_clock(Scanner& scan, std::int64_t& seconds, std::uint32_t& nanoseconds) {
    unsigned hour = 0, minute = 0, second = 0;
    if (!scan.number(2, hour)) return false;
    bool colons = scan.skip(':');
    if (colons || scan.is_digit()) {
        if (!scan.number(2, minute)) return false;
        if (colons ? scan.skip(':') : scan.is_digit()) {
            if (!scan.number(2, second)) return false;
            if (scan.skip_any(".,") && !scan.fraction(nanoseconds)) return false;
        }
    }
    seconds = hour * 3600 + minute * 60 + second;
    return hour < 24 && minute < 60 && second < 60;
}

// Z or +02:00: what the clock is ahead of UTC, in seconds.
inline bool read_offset(Scanner& scan, std::int64_t& ahead) {
    if (scan.skip_any("Zz")) return true;
    const bool east = scan.skip('+');
    if (!east && !scan.skip('-')) return false;
    std::uint32_t ignored = 0;
    if (!read_clock(scan, ahead, ignored)) return false;
    if (!east) ahead = -ahead;
    return true;
}

}  // namespace date_detail

// A moment as ISO-8601 text, in UTC.
inline std::string written(const Moment& moment) {
    std::int64_t day = moment.seconds / seconds_of_day, within = moment.seconds % seconds_of_day;
    if (within < 0) --day, within += seconds_of_day;
    std::int64_t year = 1970 + day / 366;  // not later than the day's own, or a year or two before
    while (days_of(year + 1, 1, 1) <= day) ++year;
    while (days_of(year, 1, 1) > day) --year;
    unsigned month = 1;
    while (month < 12 && days_of(year, month + 1, 1) <= day) ++month;
    const auto two = [](std::int64_t number) {
        const char digits[] = {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
        return std::string(digits, 2);
    };
    std::string years = std::to_string(year);
    years.insert(0, years.size() < 4 ? 4 - years.size() : 0, '0');
    std::string text = years + "-" + two(month) + "-" + two(day - days_of(year, month, 1) + 1);
    if (within == 0 && moment.nanoseconds == 0) return text;
    text += 'T';
    text += two(within / 3600) + ":" + two(within / 60 % 60) + ":" + two(within % 60);
    if (moment.nanoseconds == 0) return text;
    std::string fraction = std::to_string(moment.nanoseconds);
    return text + "." + std::string(9 - fraction.size(), '0') + fraction;
}

// The moment that an ISO-8601 text is: a date, or a date and a time, with or without an offset from UTC.
inline std::optional<Moment> moment_in(std::string_view text) {
    date_detail::Scanner scan(text);
    std::int64_t days = 0, seconds = 0, ahead = 0;
    Moment moment;
    if (!date_detail::read_date(scan, days)) return std::nullopt;
    if (!scan.at_end()) {
        if (!scan.skip_any("Tt ") || !date_detail::read_clock(scan, seconds, moment.nanoseconds)) return std::nullopt;
        scan.skip(' ');
        if (!scan.at_end() && (!date_detail::read_offset(scan, ahead) || !scan.at_end())) return std::nullopt;
    }
    moment.seconds = days * seconds_of_day + seconds - ahead;
    return moment;
}

}  // namespace thresher
