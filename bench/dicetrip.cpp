// The yardstick of bench_dicetrip.py: the same random games and scores as the kernels of tumbletrip, written
// the way one writes them in C++, with the same ideas (bitmasks, bit planes for the longest road, SplitMix64).
// Both play the very same games, so their scores can be compared one by one.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace {

constexpr int kCities = 25, kNumbers = 36, kPairs = 12, kPlain = 12, kSplits = 60, kRolls = 1296;
constexpr int kReroll = 1, kDouble = 2, kTensOpen = -1;
constexpr uint64_t kGolden = 0x9E3779B97F4A7C15;
constexpr uint64_t kDoubles = 1ULL << 0 | 1ULL << 7 | 1ULL << 14 | 1ULL << 21 | 1ULL << 28 | 1ULL << 35;
constexpr int kSeriesPoints[] = {0, 0, 0, 0, 2, 3, 4, 6, 6, 6, 9};  // DT12
constexpr int kZonePoints[] = {0, 4, 7, 9};                         // DT13

struct Board {  // the layout of tumbletrip's board array
    int64_t neighbours[kCities], coloured_by[kPairs], zones[3], coloured;
};

struct State {  // the layout of tumbletrip's sheet state
    int64_t used, open, crossed, in_colour, bonus, powers, tens;
};

struct Split {
    uint8_t first, second;
};

struct Tables {
    std::array<std::array<int8_t, kPairs>, kRolls> number{};
    std::array<Split, kSplits> splits{};

    constexpr Tables() {
        int tens[kPairs]{}, units[kPairs]{}, pairs = 0;
        for (int t = 0; t < 4; ++t)
            for (int u = 0; u < 4; ++u)
                if (t != u) tens[pairs] = t, units[pairs++] = u;
        for (int roll = 0; roll < kRolls; ++roll) {
            const int dice[] = {roll / 216, roll / 36 % 6, roll / 6 % 6, roll % 6};
            for (int p = 0; p < kPairs; ++p) number[roll][p] = 6 * dice[tens[p]] + dice[units[p]];
        }
        int plain = 0, doubled = kPlain;
        for (int a = 0; a < kPairs; ++a)
            for (int b = a + 1; b < kPairs; ++b) {
                const int both = (1 << tens[a] | 1 << units[a]) & (1 << tens[b] | 1 << units[b]);
                const Split split{uint8_t(a), uint8_t(b)};
                if (both == 0) splits[plain++] = split;                            // DT03
                else if ((both & (both - 1)) == 0) splits[doubled++] = split;      // DT08
            }
    }
};

constexpr Tables kTables;

inline uint64_t mixed(uint64_t word) {
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    return word ^ word >> 31;
}

inline int high_below(uint64_t word, uint64_t count) { return int((word >> 32) * count >> 32); }
inline int low_below(uint64_t word, uint64_t count) { return int((word & 0xFFFFFFFF) * count >> 32); }

int rerolled(int roll, int again, int dice) {
    int result = 0;
    for (int die = 3, place = 1; die >= 0; --die, place *= 6)
        result += (dice >> die & 1 ? again : roll) / place % 6 * place;
    return result;
}

inline bool has_all_tens(uint64_t used) {
    for (int ten = 0; ten < 6; ++ten)
        if ((used >> 6 * ten & 63) == 0) return false;
    return true;
}

inline int longest_among(uint32_t cities, const uint32_t (&planes)[5]) {
    int length = 0;
    for (int plane = 4; plane >= 0; --plane) {
        const uint32_t with_bit = cities & planes[plane];
        length |= (with_bit != 0) << plane;
        cities = with_bit ? with_bit : cities;
    }
    return length;
}

inline int score(const Board& board, const int8_t* pos, const State& state) {
    uint32_t planes[5] = {};
    int road = 0, series = 0, run = 0, previous = -2, previous_city = 0;
    for (uint64_t used = uint64_t(state.used); used; used &= used - 1) {
        const int number = __builtin_ctzll(used);
        const int city = pos[number];
        const uint32_t linked = uint32_t(board.neighbours[city]);
        const int length = 1 + longest_among(linked, planes);
        for (int plane = 0; plane < 5; ++plane) planes[plane] |= uint32_t(length >> plane & 1) << city;
        road = std::max(road, length);
        run = run * (int(number == previous + 1) & int(linked >> previous_city)) + 1;
        series = std::max(series, run);
        previous = number, previous_city = city;
    }
    int clean = 0;
    for (const int64_t zone : board.zones) clean += (state.crossed & zone) == 0;
    return __builtin_popcountll(state.bonus) - __builtin_popcountll(state.crossed) + (road > 1 ? road : 0) +
           kSeriesPoints[std::min(series, 10)] + kZonePoints[clean] + std::max(0, int(state.tens));
}

inline bool wander_to(const Board& board, int8_t* pos, State& state, int roll, int pair, int city) {
    const int number = kTables.number[roll][pair];
    const int64_t here = int64_t(1) << city;
    state.open &= ~here;
    if (state.used >> number & 1) {
        state.crossed |= here;
        return false;
    }
    pos[number] = int8_t(city);
    state.used |= int64_t(1) << number;
    state.in_colour |= board.coloured_by[pair] & here;
    state.bonus |= kDoubles >> number & 1 ? here : board.coloured_by[pair] & here;
    if (state.tens == kTensOpen && has_all_tens(uint64_t(state.used)))
        state.tens = __builtin_popcountll(uint64_t(state.open & board.coloured));
    return true;
}

inline int take(int8_t* cities, int count, int index) {
    const int city = cities[index];
    cities[index] = cities[count - 1];
    return city;
}

int play_out(const Board& board, int powers, int tens, uint64_t random) {
    int8_t pos[kNumbers], cities[kCities];
    State state{0, (1 << kCities) - 1, 0, 0, 0, powers, tens};
    std::memset(pos, -1, sizeof pos);
    for (int city = 0; city < kCities; ++city) cities[city] = int8_t(city);
    int count = kCities;
    uint64_t word = mixed(random);
    const int reroll_round = powers & kReroll ? 1 + high_below(word, 13) : 0;
    const int double_round = powers & kDouble ? 1 + low_below(word, 12) : 0;
    for (int round = 1; round <= 13; ++round) {
        word = mixed(random += kGolden);
        int roll = high_below(word, kRolls);
        if (round == reroll_round) {
            const uint64_t again = mixed(random += kGolden);
            roll = rerolled(roll, high_below(again, kRolls), 1 + low_below(again, 15));
            state.powers &= ~kReroll;
        }
        if (round == 13) {
            wander_to(board, pos, state, roll, low_below(word, kPairs), cities[0]);
            break;
        }
        const bool doubling = round == double_round;
        const Split split = kTables.splits[doubling ? kPlain + low_below(word, kSplits - kPlain) : low_below(word, kPlain)];
        word = mixed(random += kGolden);
        const int one = take(cities, count, high_below(word, uint64_t(count)));
        const int other = take(cities, count - 1, low_below(word, uint64_t(count - 1)));
        count -= 2;
        const bool wrote_one = wander_to(board, pos, state, roll, split.first, one);
        const bool wrote_other = wander_to(board, pos, state, roll, split.second, other);
        if (doubling && wrote_one && wrote_other) state.powers &= ~kDouble;
    }
    return score(board, pos, state);
}

}  // namespace

extern "C" void play_games(const Board* board, int powers, int tens, uint64_t seed, int64_t first, int64_t games,
                           int64_t* scores) {
    for (int64_t game = 0; game < games; ++game)
        scores[game] = play_out(*board, powers, tens, mixed(seed + mixed(uint64_t(first + game))));
}

extern "C" void score_sheets(const Board* board, const int8_t* pos, const State* states, int64_t sheets, int64_t* scores) {
    for (int64_t sheet = 0; sheet < sheets; ++sheet)
        scores[sheet] = score(*board, pos + sheet * kNumbers, states[sheet]);
}
