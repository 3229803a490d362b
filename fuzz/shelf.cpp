// Files of very many small learners, forged: header, records and commits of any bytes.
//
// The first byte of the input: 255: the rest is the file as it is; otherwise it is the record that the edits behind it change, in a file
// whose checksums are right again where the byte is even.
#include <sys/mman.h>
#include <unistd.h>

#include "check.hpp"
#include "packed_models.hpp"
#include "thresher/shelf/shelf.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

using Perceptrons = Shelf<ModelOfTwo<LinearLearner>>;

// A file in memory, which has a path.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("shelf", MFD_CLOEXEC)) {
        require(descriptor_ >= 0, "there is a file in memory");
        require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "it takes what is written");
    }
    ~MemoryFile() { close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
    std::string bytes() const {
        std::string all(static_cast<std::size_t>(lseek(descriptor_, 0, SEEK_END)), '\0');
        require(pread(descriptor_, all.data(), all.size(), 0) == static_cast<ssize_t>(all.size()), "it gives what was written");
        return all;
    }

private:
    int descriptor_;
};

Perceptrons opened(const MemoryFile& file) {
    Perceptrons shelf(perceptron_model(), true);
    shelf.kept().attach(std::make_unique<ShelfFile>(file.path(), ShelfFile::Mode::write), "a head");
    return shelf;
}

std::string rows_of(std::uint64_t first, std::uint64_t last) {
    static const std::string keys[] = {"ann", "bob", "a key that is longer than sixteen"};
    std::string rows;
    for (std::uint64_t number = first; number < last; ++number)
        pack_row({number, keys[number % 3], static_cast<Class>(number % 2), 1.0}, row_of(number * 7 + 1), rows);
    return rows;
}

// Three keys and what they share, in two commits.
const std::string& sound_file() {
    static const std::string bytes = [] {
        const MemoryFile file("");
        Perceptrons shelf = opened(file);
        shelf.learn(rows_of(0, 9), 9, nullptr);
        shelf.commit("first");
        shelf.learn(rows_of(9, 20), 20, nullptr);
        shelf.commit("second");
        return file.bytes();
    }();
    return bytes;
}

struct Record {
    std::uint32_t kind;
    std::string key, payload;
};

struct Parts {
    std::string head;
    std::vector<Record> records;
};

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

Parts taken_apart(std::string_view bytes) {
    Parts parts;
    std::size_t at = 8 + 4 + number_at<std::uint32_t>(bytes, 8) + 4;
    parts.head = bytes.substr(0, at);
    while (at < bytes.size()) {
        const auto key = number_at<std::uint32_t>(bytes, at + 4), payload = number_at<std::uint32_t>(bytes, at + 8);
        parts.records.push_back(
            {number_at<std::uint32_t>(bytes, at), std::string(bytes.substr(at + 20, key)), std::string(bytes.substr(at + 20 + key, payload))});
        at += 20 + key + payload;
    }
    return parts;
}

std::string file_of(const Parts& parts) {
    std::string bytes = parts.head;
    for (const Record& record : parts.records) {
        ByteWriter out(bytes);
        const std::size_t begin = bytes.size();
        out.put(record.kind);
        out.put(static_cast<std::uint32_t>(record.key.size()));
        out.put(static_cast<std::uint32_t>(record.payload.size()));
        out.put(crc32(std::string_view(bytes).substr(begin, 12)));
        out.put(checksum(record.payload, checksum(record.key)));
        out.put_bytes(record.key);
        out.put_bytes(record.payload);
    }
    return bytes;
}

// Of a record: the learner in it, its key, its kind, its place; or bytes of the file that no checksum makes right.
std::string forged_file(std::uint8_t which, const std::vector<Edit>& edits) {
    static const std::vector<Piece> anatomy = with({fixed(4, 4)}, linear_anatomy());
    Parts parts = taken_apart(sound_file());
    const std::size_t place = which / 2 % parts.records.size();
    if (which % 2 != 0) {
        std::string bytes = sound_file();
        std::vector<Part> whole{{nullptr, bytes}};
        const Piece letters = array(4);
        whole[0].piece = &letters;
        for (const Edit& edit : edits) edit.way % 2 == 0 ? forge_numbers(edit, letters, whole[0].bytes) : forge_elements(edit, letters, whole[0]);
        return whole[0].bytes;
    }
    if (std::string& payload = parts.records[place].payload; payload.size() > 100) payload = forged(payload, anatomy, edits);
    for (const Edit& edit : edits) {
        Record record = parts.records[place];
        if (edit.inside % 8 == 1) record.key = std::string(edit.value % 40, static_cast<char>(edit.place));
        if (edit.inside % 8 == 2) record.kind += edit.value;
        if (edit.inside % 8 == 3) parts.records.push_back(record);
        if (edit.inside % 8 == 4) std::swap(record, parts.records[edit.value % parts.records.size()]);
        parts.records[place] = record;
    }
    return file_of(parts);
}

void check_file(std::string_view bytes) {
    const MemoryFile file(bytes);
    std::vector<std::pair<std::uint32_t, std::string>> digests, again;
    try {
        Perceptrons shelf = opened(file);
        shelf.set_events(1000);
        shelf.kept().each_key([](std::string_view key) { require(!key.empty(), "a key is not empty"); });
        shelf.predict(rows_of(0, 6), [](const Said& said, std::uint64_t, bool) { require(std::isfinite(said.score), "a score is finite"); });
        shelf.learn(rows_of(1000, 1012), 1012, nullptr);
        shelf.commit("later");
        shelf.kept().digests([&](std::uint32_t bucket, std::string digest) { digests.emplace_back(bucket, digest); });
    } catch (const InputError&) {
        return;
    }
    Perceptrons shelf = opened(file);  // what was committed is there
    require(shelf.kept().file()->note() == "later", "the last commit is the last");
    shelf.kept().digests([&](std::uint32_t bucket, std::string digest) { again.emplace_back(bucket, digest); });
    require(digests == again, "what was committed is what is read");
}

// Rows on their way to a worker.
void check_rows(std::string_view bytes) {
    ByteReader in(bytes);
    Instance instance;
    std::string packed;
    try {
        while (!in.empty()) pack_row(take_row(in, instance), instance, packed);
    } catch (const InputError&) {
    }
    require(bytes.starts_with(packed), "rows that are packed again are the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string input(reinterpret_cast<const char*>(data) + 1, size - 1);
    check_file(data[0] == 255 ? input : forged_file(data[0], edits_in(input)));
    check_rows(input);
    return 0;
}
