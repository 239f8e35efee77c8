/*
 * Area 52 in C, written for speed: as far as this one game goes when everything general is given up.
 *
 * The board is eight bytes in one word, first defender lowest: all defenders are compared at once. An empty place has
 * the value 15, which no sum and no card equals. The discard pile is a set of bits. Who lies open is not recorded.
 */

#include "area52.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* A wave has at most 52 aliens, and each sacrifice, at the cost of a defender, puts one back. */
enum { ROOM = 128 };

#define EACH UINT64_C(0x0101010101010101)
#define VALUES (0x0f * EACH)
#define TOP (0x80 * EACH)

/* The place of the set bit that has k set bits below it. */
static inline uint32_t nth_bit(uint64_t bits, uint32_t k) {
#ifdef __BMI2__
    return (uint32_t)__builtin_ctzll(_pdep_u64(UINT64_C(1) << k, bits));
#else
    while (k--)
        bits &= bits - 1;
    return (uint32_t)__builtin_ctzll(bits);
#endif
}

static inline uint64_t without(uint64_t board, uint32_t place) {
    const uint64_t before = (UINT64_C(1) << 8 * place) - 1;
    return (board & before) | (board >> 8 & ~before) | UINT64_C(0x0f) << 56;
}

static inline uint32_t card_at(uint64_t board, uint32_t place) { return board >> 8 * place & 0xff; }

static inline uint64_t bit(uint32_t card) { return UINT64_C(1) << (card & 63); }

/* The pairs whose values add up to the target: bit 8 i + d - 1 stands for the places i and i + d, so the bits are in
 * canonical order. The sums stay below 32, so nothing is carried from byte to byte. */
static inline uint64_t pairs(uint64_t values, uint64_t targets) {
    uint64_t found = 0;
    for (int d = 1; d < BOARD; d++) {
        const uint64_t second = values >> 8 * d | VALUES << (64 - 8 * d);
        found |= ((TOP - ((values + second) ^ targets)) & TOP) >> (8 - d);
    }
    return found;
}

/* Aliens are revealed from the top and come back at the bottom, so the order in
 * which they attack is that of one queue, whoever lies open: turns matter to nothing but the number of steps. */
static inline __attribute__((always_inline)) Result play(uint64_t seed_key, uint64_t game, bool counting) {
    const uint64_t game_key = mix(seed_key ^ game);
    Generator chance = stream(game_key, 0), bot = stream(game_key, 1);
    uint8_t aliens[ROOM], reserves[WAVE_SIZE];

    memcpy(aliens, RED_PACK, WAVE_SIZE);
    shuffle(&chance, aliens, WAVE_SIZE);
    memcpy(reserves, BLACK_PACK, WAVE_SIZE);
    shuffle(&chance, reserves, WAVE_SIZE);

    uint64_t board = VALUES, discard = 0;
    for (int i = 0; i < BOARD; i++)
        board ^= (uint64_t)(reserves[i] ^ 0x0f) << 8 * i;
    uint32_t drawn = BOARD, defenders = BOARD;
    uint32_t head = 0, tail = WAVE_SIZE, turn_end = 0;
    uint32_t wave = 1, decisions = 0, loops = 1;

    for (;;) {
        if (counting && head == turn_end) {
            turn_end += tail - head < REVEAL ? tail - head : REVEAL;
            loops++;
        }
        const uint32_t attacker = aliens[head++];
        const uint64_t targets = (attacker & 0x0f) * EACH;
        const uint64_t values = board & VALUES;
        const uint64_t dual = pairs(values, targets);
        const uint64_t standing = (UINT64_C(1) << 8 * defenders) - 1;
        const uint64_t greater = (values | TOP) - targets - EACH;
        const uint64_t other_color = (board ^ (attacker & 0x40) * EACH) << 1;
        const uint64_t single = greater & other_color & TOP & standing;
        const uint32_t duals = (uint32_t)__builtin_popcountll(dual), singles = (uint32_t)__builtin_popcountll(single);

        uint32_t choice = below(&bot, duals + singles + defenders);
        decisions++;
        uint32_t fallen;
        if (choice >= duals + singles) {
            const uint32_t place = choice - duals - singles;
            discard |= bit(card_at(board, place));
            board = without(board, place);
            aliens[tail++] = (uint8_t)attacker;
            fallen = 1;
        } else if (choice >= duals) {
            const uint32_t shift = nth_bit(single, choice - duals) - 7;
            const uint64_t soldier = board >> shift & 0xff;
            discard |= bit((uint32_t)soldier);
            board ^= (soldier ^ attacker) << shift;
            fallen = 0;
        } else {
            const uint32_t pair = nth_bit(dual, choice);
            const uint32_t first = pair >> 3, second = first + 1 + (pair & 7);
            const uint32_t one = card_at(board, first), two = card_at(board, second);
            discard |= bit(attacker);
            fallen = 0;
            if (!((two ^ attacker) & 0x40)) {
                discard |= bit(two);
                board = without(board, second);
                fallen++;
            }
            if (!((one ^ attacker) & 0x40)) {
                discard |= bit(one);
                board = without(board, first);
                fallen++;
            }
        }
        for (defenders -= fallen; fallen && drawn < WAVE_SIZE; fallen--, defenders++)
            board ^= (uint64_t)(reserves[drawn++] ^ 0x0f) << 8 * defenders;

        if (!defenders) {
            const int32_t left = (int32_t)(tail - head);
            return (Result){false, -left - (wave == 1 ? PENALTY : 0), decisions, loops + 2 * decisions};
        }
        if (head == tail) {
            loops++; /* the turn that finds no alien left counts, too */
            if (wave++ == WAVES || !discard)
                break;
            head = tail = turn_end = 0;
            for (; discard; discard &= discard - 1) {
                const uint32_t card = (uint32_t)__builtin_ctzll(discard);
                aliens[tail++] = (uint8_t)(card | ((card << 2 ^ card << 1) & 0x40));
            }
            shuffle(&chance, aliens, tail);
            loops++;
        }
    }
    return (Result){true, (int32_t)(defenders + WAVE_SIZE - drawn), decisions, loops + 2 * decisions};
}
