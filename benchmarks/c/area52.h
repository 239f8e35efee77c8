/*
 * What both programs that play Area 52 by hand share: the generator, the packs and the command line.
 *
 *     cc -O3 -march=native -o area52 area52.c
 *     ./area52 --seed 7 --games 1000000         totals: games, decisions, wins, sum of the scores, seconds
 *     ./area52 --seed 7 --games 200 --print     a line a game: number, outcome, score, decisions, steps
 *     ./area52 --seed 7 --first 100 ...         from game 100 on
 *
 * They play whole games with the rules' default options and a player who chooses at random, on one thread, and draw
 * from the generator of docs/generator.md in the engine's order, so game i of seed s is the same game here as there: the
 * same deal, the same choices, the same score.
 *
 * A card is a byte: its value in bits 0 to 3, its suit in bits 4 and 5, whether it is red in bit 6. Without that last bit
 * the bytes are in pack order (clubs, diamonds, hearts, spades; ace to king).
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* With one wave a random player wins now and then: that is for the tests. */
#ifndef WAVES
#define WAVES 2
#endif

enum { BOARD = 6, REVEAL = 3, PENALTY = 50, WAVE_SIZE = 26 };

typedef struct {
    uint64_t state, inc;
} Generator;

typedef struct {
    bool won;
    int32_t score;
    uint32_t decisions, steps;
} Result;

static inline uint64_t mix(uint64_t k) {
    k += UINT64_C(0x9e3779b97f4a7c15);
    k = (k ^ k >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    k = (k ^ k >> 27) * UINT64_C(0x94d049bb133111eb);
    return k ^ k >> 31;
}

static inline Generator stream(uint64_t game_key, uint64_t number) {
    const uint64_t c = mix(game_key ^ number);
    Generator g;
    g.inc = mix(c + UINT64_C(0x9e3779b97f4a7c15)) | 1;
    g.state = (g.inc + mix(c)) * UINT64_C(6364136223846793005) + g.inc;
    return g;
}

static inline uint32_t next32(Generator *g) {
    const uint64_t s = g->state;
    g->state = s * UINT64_C(6364136223846793005) + g->inc;
    const uint32_t y = (uint32_t)((s >> 18 ^ s) >> 27), r = (uint32_t)(s >> 59);
    return y >> r | y << (-r & 31);
}

static inline uint32_t below(Generator *g, uint32_t n) {
    uint64_t m = (uint64_t)next32(g) * n;
    if (__builtin_expect((uint32_t)m < n, 0)) {
        const uint32_t surplus = -n % n;
        while ((uint32_t)m < surplus)
            m = (uint64_t)next32(g) * n;
    }
    return (uint32_t)(m >> 32);
}

static inline void shuffle(Generator *g, uint8_t *cards, uint32_t count) {
    for (uint32_t i = count; i-- > 1;) {
        const uint32_t j = below(g, i + 1);
        const uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

static const uint8_t RED_PACK[WAVE_SIZE] = {
    0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x5b, 0x5c, 0x5d,
    0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d,
};
static const uint8_t BLACK_PACK[WAVE_SIZE] = {
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d,
    0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d,
};

/* One game; `counting`, known where this is inlined, says whether anybody asks for the number of steps. */
static inline __attribute__((always_inline)) Result play(uint64_t seed_key, uint64_t game, bool counting);

static void print_games(uint64_t seed_key, uint64_t first, uint64_t games) {
    for (uint64_t game = first; game - first < games; game++) {
        const Result r = play(seed_key, game, true);
        printf("%" PRIu64 " %s %" PRId32 " %" PRIu32 " %" PRIu32 "\n", game, r.won ? "won" : "lost", r.score, r.decisions,
               r.steps);
    }
}

static void time_games(uint64_t seed_key, uint64_t first, uint64_t games) {
    uint64_t decisions = 0, won = 0;
    int64_t score = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (uint64_t game = first; game - first < games; game++) {
        const Result r = play(seed_key, game, false);
        decisions += r.decisions;
        won += r.won;
        score += r.score;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    const double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64 " %.9f\n", games, decisions, won, score, seconds);
}

static int usage(const char *name) {
    fprintf(stderr, "usage: %s [--seed N] [--first N] [--games N] [--print]\n", name);
    return 2;
}

int main(int argc, char **argv) {
    uint64_t seed = 1, first = 0, games = 1000000;
    bool print = false;
    for (int i = 1; i < argc; i++) {
        uint64_t *number = !strcmp(argv[i], "--seed")    ? &seed
                           : !strcmp(argv[i], "--first") ? &first
                           : !strcmp(argv[i], "--games") ? &games
                                                         : NULL;
        if (!strcmp(argv[i], "--print")) {
            print = true;
        } else if (number && i + 1 < argc) {
            char *end;
            errno = 0;
            *number = strtoull(argv[++i], &end, 10);
            if (errno || *end || argv[i][0] < '0' || argv[i][0] > '9')
                return usage(argv[0]);
        } else {
            return usage(argv[0]);
        }
    }
    (print ? print_games : time_games)(mix(seed), first, games);
    return 0;
}
