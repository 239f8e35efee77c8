/*
 * Area 52 in C, written plainly: zones are arrays of cards, the legal actions are listed one by one, and one is drawn.
 *
 * This is how the rules read, with nothing kept that a game doesn't need. What is gained by packing the board
 * into a word and comparing all defenders at once is in area52_packed.c.
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

enum { MOST_ACTIONS = BOARD * (BOARD - 1) / 2 + 2 * BOARD };

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

static inline uint32_t list(const Zone *board, uint8_t attacker, Action *actions) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < board->count; i++)
        for (uint32_t j = i + 1; j < board->count; j++)
            if (value(board->cards[i]) + value(board->cards[j]) == value(attacker))
                actions[n++] = (Action){DUAL, (uint8_t)i, (uint8_t)j};
    for (uint32_t i = 0; i < board->count; i++)
        if (value(board->cards[i]) > value(attacker) && red(board->cards[i]) != red(attacker))
            actions[n++] = (Action){SINGLE, (uint8_t)i, 0};
    for (uint32_t i = 0; i < board->count; i++)
        actions[n++] = (Action){SACRIFICE, (uint8_t)i, 0};
    return n;
}

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
    Action actions[MOST_ACTIONS];
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
                const Action action = actions[below(&bot, list(&board, attacker, actions))];
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
