/*
 * Area 52 in C, written plainly: zones are arrays of cards, as the rules have them, and nothing is kept that a game doesn't
 * need. How the player chooses is one of three ways:
 *
 *     (nothing)      all legal actions are listed, and one is drawn
 *     -DNOTED        only what has to be is noted, without branches, as in the engine's compiled code: the same games
 *     -DREJECTING    an action is drawn, legal or not, until it is legal: as likely each, but other draws, so other games
 *
 * What is gained by packing the board into a word and comparing all defenders at once is in area52_packed.c.
 */

#include "area52.h"

typedef struct {
    uint32_t count;
    uint8_t cards[2 * WAVE_SIZE];
} Zone;

enum Kind { DUAL, SINGLE, SACRIFICE };

typedef struct {
    uint8_t kind, first, second; /* the places of the defenders on the board */
} Action;

enum { MOST_PAIRS = BOARD * (BOARD - 1) / 2 };

static inline uint32_t value(uint8_t card) { return card & 0x0f; }

static inline bool red(uint8_t card) { return card & 0x40; }

static inline void put(Zone *zone, uint8_t card) { zone->cards[zone->count++] = card; }

static inline uint8_t take(Zone *zone, uint32_t place) {
    const uint8_t card = zone->cards[place];
    zone->count--;
    for (uint32_t i = place; i < zone->count; i++)
        zone->cards[i] = zone->cards[i + 1];
    return card;
}

static inline uint8_t draw(Zone *zone) { return zone->cards[--zone->count]; }

static inline void fill(Zone *board, Zone *reserves) {
    while (board->count < BOARD && reserves->count)
        put(board, draw(reserves));
}

static inline bool pays(const Zone *board, uint32_t first, uint32_t second, uint8_t attacker) {
    return value(board->cards[first]) + value(board->cards[second]) == value(attacker);
}

static inline bool beats(const Zone *board, uint32_t place, uint8_t attacker) {
    return (value(board->cards[place]) > value(attacker)) & (red(board->cards[place]) != red(attacker));
}

#if defined(NOTED)

static inline Action choose(const Zone *board, uint8_t attacker, Generator *g) {
    const uint32_t count = board->count;
    Action duals[MOST_PAIRS + 1];
    uint8_t singles[BOARD + 1];
    uint32_t paying = 0, beating = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            duals[paying] = (Action){DUAL, (uint8_t)i, (uint8_t)j};
            paying += pays(board, i, j, attacker);
        }
    for (uint32_t i = 0; i < count; i++) {
        singles[beating] = (uint8_t)i;
        beating += beats(board, i, attacker);
    }
    const uint32_t k = below(g, paying + beating + count);
    if (k < paying)
        return duals[k];
    if (k < paying + beating)
        return (Action){SINGLE, singles[k - paying], 0};
    return (Action){SACRIFICE, (uint8_t)(k - paying - beating), 0};
}

#elif defined(REJECTING)

static inline Action choose(const Zone *board, uint8_t attacker, Generator *g) {
    /* Pairs by their number, second defender first: the places don't depend on how many there are. */
    static const uint8_t FIRST[MOST_PAIRS] = {0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4};
    static const uint8_t SECOND[MOST_PAIRS] = {1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5};
    const uint32_t count = board->count, pairs = count * (count - 1) / 2;
    for (;;) {
        uint32_t k = below(g, pairs + 2 * count);
        if (k < pairs) {
            if (pays(board, FIRST[k], SECOND[k], attacker))
                return (Action){DUAL, FIRST[k], SECOND[k]};
            continue;
        }
        k -= pairs;
        if (k >= count)
            return (Action){SACRIFICE, (uint8_t)(k - count), 0};
        if (beats(board, k, attacker))
            return (Action){SINGLE, (uint8_t)k, 0};
    }
}

#else

static inline Action choose(const Zone *board, uint8_t attacker, Generator *g) {
    Action actions[MOST_PAIRS + 2 * BOARD];
    uint32_t n = 0;
    for (uint32_t i = 0; i < board->count; i++)
        for (uint32_t j = i + 1; j < board->count; j++)
            if (pays(board, i, j, attacker))
                actions[n++] = (Action){DUAL, (uint8_t)i, (uint8_t)j};
    for (uint32_t i = 0; i < board->count; i++)
        if (beats(board, i, attacker))
            actions[n++] = (Action){SINGLE, (uint8_t)i, 0};
    for (uint32_t i = 0; i < board->count; i++)
        actions[n++] = (Action){SACRIFICE, (uint8_t)i, 0};
    return actions[below(g, n)];
}

#endif

/* A pile's top is the last of its cards, and the first that are shuffled into it come to lie on top. */
static inline void lay(Zone *pile, Generator *chance, uint8_t *cards, uint32_t count) {
    shuffle(chance, cards, count);
    for (uint32_t i = 0; i < count; i++)
        pile->cards[i] = cards[count - 1 - i];
    pile->count = count;
}

static inline void next_wave(Zone *aliens, Zone *discard, Generator *chance) {
    /* In pack order before the shuffle, so that it doesn't matter how they came to lie. */
    bool there[64] = {false};
    uint8_t cards[2 * WAVE_SIZE];
    uint32_t count = 0;
    for (uint32_t i = 0; i < discard->count; i++)
        there[discard->cards[i] & 63] = true;
    for (uint32_t i = 0; i < 64; i++)
        if (there[i])
            cards[count++] = (uint8_t)(i | ((i << 2 ^ i << 1) & 0x40));
    discard->count = 0;
    lay(aliens, chance, cards, count);
}

static inline Result play(uint64_t seed_key, uint64_t game, bool counting) {
    const uint64_t game_key = mix(seed_key ^ game);
    Generator chance = stream(game_key, 0), bot = stream(game_key, 1);
    Zone aliens = {0}, attackers = {0}, board = {0}, reserves = {0}, discard = {0};
    uint8_t cards[WAVE_SIZE];
    uint32_t decisions = 0, loops = 0;
    (void)counting;

    memcpy(cards, RED_PACK, WAVE_SIZE);
    lay(&aliens, &chance, cards, WAVE_SIZE);
    memcpy(cards, BLACK_PACK, WAVE_SIZE);
    lay(&reserves, &chance, cards, WAVE_SIZE);
    fill(&board, &reserves);

    for (uint32_t wave = 1; wave <= WAVES; wave++) {
        loops++;
        if (wave > 1)
            next_wave(&aliens, &discard, &chance);
        for (;;) {
            loops++; /* the turn that finds no alien left counts, too */
            if (!aliens.count)
                break;
            while (attackers.count < REVEAL && aliens.count)
                put(&attackers, draw(&aliens));
            while (attackers.count) {
                const uint8_t attacker = attackers.cards[0];
                const Action action = choose(&board, attacker, &bot);
                decisions++;
                if (action.kind == DUAL) {
                    put(&discard, take(&attackers, 0));
                    if (red(board.cards[action.second]) == red(attacker))
                        put(&discard, take(&board, action.second));
                    if (red(board.cards[action.first]) == red(attacker))
                        put(&discard, take(&board, action.first));
                    fill(&board, &reserves);
                } else if (action.kind == SINGLE) {
                    put(&discard, board.cards[action.first]);
                    board.cards[action.first] = take(&attackers, 0);
                } else {
                    put(&discard, take(&board, action.first));
                    take(&attackers, 0);
                    for (uint32_t i = aliens.count++; i-- > 0;)
                        aliens.cards[i + 1] = aliens.cards[i];
                    aliens.cards[0] = attacker;
                    fill(&board, &reserves);
                }
                if (!board.count) {
                    const int32_t left = (int32_t)(aliens.count + attackers.count);
                    return (Result){false, -left - (wave == 1 ? PENALTY : 0), decisions, loops + 2 * decisions};
                }
            }
        }
    }
    return (Result){true, (int32_t)(board.count + reserves.count), decisions, loops + 2 * decisions};
}
