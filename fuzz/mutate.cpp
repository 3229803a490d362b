// Runs one fuzz target: first every kept input, then inputs made from them by a seeded generator.
//
//     driver --runs N --seed S --dict FILE --failed PREFIX corpus...
//
// The target runs in a child. Its current input lies in memory that both share, so whatever ends the child - an
// assertion, a sanitizer, a signal, a run without end - the parent still has the input and writes it down.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t longest = 2048;
constexpr std::size_t shared_size = 1 << 20;
constexpr unsigned patience = 60;  // seconds for one input

struct Options {
    std::uint64_t runs = 20000;
    std::uint64_t seed = 1;
    std::string dictionary;
    std::string failed = "failed-";
    std::vector<std::string> corpus;
};

struct Shared {
    std::uint64_t done;
    std::size_t size;
    char bytes[shared_size];
};

std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> read_corpus(const std::vector<std::string>& names) {
    std::vector<std::filesystem::path> paths;
    for (const std::string& name : names) {
        if (!std::filesystem::is_directory(name)) {
            paths.emplace_back(name);
            continue;
        }
        for (const auto& entry : std::filesystem::directory_iterator(name)) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> corpus;
    for (const auto& path : paths) corpus.push_back(read_bytes(path).substr(0, shared_size));
    return corpus;
}

// libFuzzer's dictionaries: "token" or name="token" on each line, with \xNN, \\ and \".
std::vector<std::string> read_dictionary(const std::string& name) {
    std::vector<std::string> tokens;
    std::ifstream file(name);
    for (std::string line; std::getline(file, line);) {
        const std::size_t open = line.find('"'), close = line.rfind('"');
        if (line.empty() || line[0] == '#' || open == close) continue;
        std::string token;
        for (std::size_t at = open + 1; at < close; ++at) {
            if (line[at] != '\\')
                token += line[at];
            else if (line[at + 1] != 'x')
                token += line[++at];
            else
                token += static_cast<char>(std::stoi(line.substr(at + 2, 2), nullptr, 16)), at += 3;
        }
        tokens.push_back(token);
    }
    return tokens;
}

class Mutator {
public:
    Mutator(std::vector<std::string> corpus, std::vector<std::string> tokens, std::uint64_t seed)
        : corpus_(std::move(corpus)), tokens_(std::move(tokens)), random_(seed) {
        if (corpus_.empty()) corpus_.emplace_back();
        if (tokens_.empty()) tokens_.emplace_back(" ");
    }

    std::string next() {
        std::string input = one_of(corpus_);
        for (std::size_t i = 1 + below(6); i > 0; --i) mutate(input);
        if (input.size() > longest) input.resize(longest);
        return input;
    }

private:
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % std::max<std::size_t>(count, 1)); }
    template <class T>
    const T& one_of(const std::vector<T>& all) {
        return all[below(all.size())];
    }

    // A short piece, mostly.
    std::size_t length_within(std::size_t size) { return std::min(size, below(4) == 0 ? below(size + 1) : 1 + below(8)); }

    void mutate(std::string& input) {
        const std::size_t at = below(input.size() + 1);
        switch (below(11)) {
            case 0:
                if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
                break;
            case 1:
                if (at < input.size()) input[at] = static_cast<char>(below(256));
                break;
            case 2: input.insert(at, 1, static_cast<char>(below(256))); break;
            case 3: input.erase(at, length_within(input.size() - at)); break;
            case 4: splice(input, at); break;
            case 5: input.insert(at, one_of(tokens_)); break;
            case 6: overwrite(input, at, one_of(tokens_)); break;
            case 7: repeat(input, at); break;
            case 8: lengthen_number(input, at); break;
            case 9: input.insert(at, below(140), " 0\t"[below(3)]); break;  // moves what follows over the border of a chunk
            default: end_line(input, at); break;
        }
    }

    void splice(std::string& input, std::size_t at) {
        const std::string& other = one_of(corpus_);
        const std::size_t from = below(other.size() + 1);
        if (below(2) == 0) input.resize(at);
        input.insert(at, other, from, length_within(other.size() - from));
    }

    static void overwrite(std::string& input, std::size_t at, const std::string& token) {
        input.replace(at, std::min(token.size(), input.size() - at), token);
    }

    void repeat(std::string& input, std::size_t at) {
        const std::string piece = input.substr(at, length_within(input.size() - at));
        for (std::size_t times = 1 + below(below(8) == 0 ? 64 : 4); times > 0 && input.size() < longest; --times) input.insert(at, piece);
    }

    // The digits from `at` on become many, or few.
    void lengthen_number(std::string& input, std::size_t at) {
        at = std::min(input.find_first_of("0123456789", at), input.size());
        const std::size_t stop = std::min(input.find_first_not_of("0123456789", at), input.size());
        std::string digits;
        for (std::size_t count = below(below(8) == 0 ? 400 : 24); count > 0; --count)
            digits += below(3) == 0 ? '0' : static_cast<char>('0' + below(10));
        if (below(2) == 0)
            input.insert(stop, digits);
        else
            input.replace(at, stop - at, digits);
    }

    void end_line(std::string& input, std::size_t at) {
        static const char* const ends[] = {"\n", "\r\n", "\r", "\n\n", " \n", "\n "};
        input.insert(at, ends[below(6)]);
    }

    std::vector<std::string> corpus_;
    std::vector<std::string> tokens_;
    std::mt19937_64 random_;
};

void run_one(const std::string& input, Shared& shared) {
    shared.size = input.size();
    std::memcpy(shared.bytes, input.data(), input.size());
    alarm(patience);
    // A copy of its own on the heap: a byte read past its end is seen.
    const std::vector<std::uint8_t> bytes(input.begin(), input.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++shared.done;
}

void run_all(const Options& options, Shared& shared) {
    const std::vector<std::string> corpus = read_corpus(options.corpus);
    for (const std::string& input : corpus) run_one(input, shared);
    Mutator mutator(corpus, read_dictionary(options.dictionary), options.seed);
    for (std::uint64_t i = 0; i < options.runs; ++i) run_one(mutator.next(), shared);
}

// FNV-1a: the same failure gets the same file.
std::string name_of(const Options& options, const Shared& shared) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < shared.size; ++i) hash = (hash ^ static_cast<unsigned char>(shared.bytes[i])) * 0x100000001b3ULL;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return options.failed + digits;
}

Options read_options(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const auto value = [&] { return i + 1 < count ? words[++i] : ""; };
        if (word == "--runs")
            options.runs = std::strtoull(value(), nullptr, 10);
        else if (word == "--seed")
            options.seed = std::strtoull(value(), nullptr, 10);
        else if (word == "--dict")
            options.dictionary = value();
        else if (word == "--failed")
            options.failed = value();
        else
            options.corpus.emplace_back(word);
    }
    return options;
}

}  // namespace

int main(int count, char** words) {
    const Options options = read_options(count, words);
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    auto& shared = *static_cast<Shared*>(memory);
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) {
        run_all(options, shared);
        std::exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const auto done = static_cast<unsigned long long>(shared.done);
    std::printf("%s: %llu executions, %.0f executions/s\n", std::filesystem::path(words[0]).filename().c_str(), done,
                static_cast<double>(done) / seconds.count());
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
    const std::string failed = name_of(options, shared);
    std::ofstream(failed, std::ios::binary).write(shared.bytes, static_cast<std::streamsize>(shared.size));
    std::printf("FAILED with the input that is now in %s\n", failed.c_str());
    return 1;
}
