/* The compiled twin of contract.follow: the same stops in the same order, the same links. Off-board areas that a train
   may run through are left to Python, as is what does not fit. Optional. No global state, so threads may share it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t i32;
typedef uint32_t u32;
typedef uint64_t u64;
typedef uint8_t u8;
#define EDGES 6
#define STOPS 8 /* stop numbers of a hex */
#define NOWHERE (-1)
#define NONE 255
#define MOST_STEPS 4000 /* of all walks together */
#define MOST_WAYS 512
#define MOST_STOPS 256
enum { TOWN = 1, OFFBOARD = 2, SHUT = 4 };

#if defined(_MSC_VER)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

/* A face, as flood.code makes it: lists end with NONE. */
typedef struct {
    u8 through[EDGES][EDGES], stop_at[EDGES], exits[STOPS][EDGES], ends, towns; /* the last two: bits of stops */
    u8 unused[4];
} Face;

typedef struct { i32 out, before; } Step; /* over a side, after another step */

typedef struct {
    i32 a, b, count;
    const i32 *arcs; /* on the way from a to b */
} Way;

typedef struct { i32 words; u64 *links; } Users; /* of one side: bits of links */

EXPORT i32 stellwerk_contract_version(void) { return 1; }

/* Some linkers insist on this name in an extension; nobody imports the library as a module. */
EXPORT void *PyInit__contract(void) { return 0; }

static int by_ends(const void *one, const void *other) {
    const Way *x = one, *y = other;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    for (i32 n = 0; n < x->count; n++)
        if (x->arcs[n] != y->arcs[n]) return x->arcs[n] < y->arcs[n] ? -1 : 1;
    return 0;
}

static i32 bits_of(u64 word) {
    i32 count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}

static i32 size_of(const Users *users) {
    i32 count = 0;
    for (i32 w = 0; w < users->words; w++) count += bits_of(users->links[w]);
    return count;
}

/* Those of most links first, then as numbers. */
static int by_size(const void *one, const void *other) {
    const Users *x = one, *y = other;
    const i32 more = size_of(y) - size_of(x);
    if (more) return more;
    for (i32 w = x->words - 1; w >= 0; w--)
        if (x->links[w] != y->links[w]) return x->links[w] < y->links[w] ? -1 : 1;
    return 0;
}

static int within(const Users *small, const Users *large) {
    for (i32 w = 0; w < small->words; w++)
        if (small->links[w] & ~large->links[w]) return 0;
    return 1;
}

/* True if the way crosses all sides of the other one. */
static int covers(const i32 *side, const Way *way, const Way *other) {
    for (i32 n = 0; n < other->count; n++) {
        i32 at = 0;
        while (at < way->count && side[way->arcs[at]] != side[other->arcs[n]]) at++;
        if (at == way->count) return 0;
    }
    return 1;
}

typedef struct {
    const i32 *entry, *side;
    const Face *faces;
    Step *steps, *waiting;
    Way *ways;
    i32 *arcs, *place, *order;
    u8 *seen, *shut, *kinds;
    i32 taken, laid, stops, count; /* steps, arcs, stops, ways so far */
} Walks;

static int keep(Walks *w, i32 a, i32 b, i32 last, int reversed) {
    i32 count = 0;
    for (i32 n = last; n >= 0; n = w->steps[n].before) count++;
    if (w->count == MOST_WAYS || w->laid + count > MOST_STEPS) return 0;
    i32 *arcs = w->arcs + w->laid;
    w->laid += count;
    for (i32 n = last, at = count; n >= 0; n = w->steps[n].before)
        if (reversed)
            arcs[count - at--] = w->entry[w->steps[n].out];
        else
            arcs[--at] = w->steps[n].out;
    w->ways[w->count++] = (Way){a, b, count, arcs};
    return 1;
}

/* All walks from one stop to the next ones; 0 if they are too many. */
static int leave(Walks *w, i32 at) {
    const i32 start = w->order[at];
    const u8 *exits = w->faces[start / STOPS].exits[start % STOPS];
    i32 waiting = 0;
    for (int n = 0; n < EDGES && exits[n] != NONE; n++)
        w->waiting[waiting++] = (Step){start / STOPS * EDGES + exits[n], NOWHERE};
    while (waiting) {
        const Step step = w->waiting[--waiting];
        const i32 into = w->entry[step.out];
        if (into < 0) continue;
        i32 n = step.before;
        while (n >= 0 && w->side[w->steps[n].out] != w->side[into]) n = w->steps[n].before;
        if (n >= 0) continue;
        if (w->taken == MOST_STEPS || waiting + EDGES > MOST_STEPS) return 0;
        const i32 here = w->taken++, hex = into / EDGES, edge = into % EDGES;
        const Face *face = w->faces + hex;
        w->steps[here] = step;
        w->seen[hex] = 1;
        for (int out = 0; out < EDGES && face->through[edge][out] != NONE; out++)
            w->waiting[waiting++] = (Step){hex * EDGES + face->through[edge][out], here};
        if (face->stop_at[edge] == NONE) continue;
        const i32 end = hex * STOPS + face->stop_at[edge];
        if (end == start) continue;
        i32 to = w->place[end];
        if (to < 0) {
            if (w->stops == MOST_STOPS) return 0;
            to = w->place[end] = w->stops;
            w->order[w->stops++] = end;
        }
        if (at < to ? !keep(w, at, to, here, 0) : w->kinds[to] & (OFFBOARD | SHUT) && !keep(w, to, at, here, 1)) return 0;
    }
    return 1;
}

static int follow(Walks *w, i32 tokens) {
    for (i32 at = 0; at < w->stops; at++) {
        const i32 stop = w->order[at];
        const Face *face = w->faces + stop / STOPS;
        if (face->towns >> stop % STOPS & 1)
            w->kinds[at] = TOWN;
        else if (face->ends >> stop % STOPS & 1)
            w->kinds[at] = OFFBOARD;
        else if (at >= tokens && w->shut[stop])
            w->kinds[at] = SHUT;
        if (!(w->kinds[at] & (OFFBOARD | SHUT)) && !leave(w, at)) return 0;
    }
    return 1;
}

/* See contract._merge: the kept sets of links come first among `users`; how many they are. */
static i32 merge(const Walks *w, i32 links, Users *users, u64 *room, i32 *slot, i32 sides) {
    const i32 words = (links + 63) / 64;
    i32 count = 0, kept = 0;
    for (i32 n = 0; n < sides; n++) slot[n] = NOWHERE;
    for (i32 link = 0; link < links; link++)
        for (i32 n = 0; n < w->ways[link].count; n++) {
            i32 *at = slot + w->side[w->ways[link].arcs[n]];
            if (*at < 0) {
                users[count] = (Users){words, room + (size_t)count * words};
                *at = count++;
            }
            users[*at].links[link / 64] |= (u64)1 << link % 64;
        }
    qsort(users, count, sizeof(Users), by_size);
    for (i32 n = 0; n < count; n++) {
        i32 other = 0;
        while (other < kept && !within(users + n, users + other)) other++;
        if (other == kept) users[kept++] = users[n];
    }
    return kept;
}

/* `asked`: hexes, sides, counts of tokens and of shut stops, every link?, numbers that fit into `found`, then the stops.
   `found`: counts of stops, links, hexes and bits, then stops, their kinds and exits, a, b and arcs of each link, all
   arcs, masks as pairs of numbers (the low one first), hexes. 1 if that is all; 0 if Python has to do it. */
EXPORT i32 stellwerk_contract(const i32 *entry, const i32 *side, const Face *faces, const i32 *asked, u32 *found) {
    const i32 hexes = asked[0], sides = asked[1], tokens = asked[2], shut = asked[3], every = asked[4];
    const size_t numbers = sizeof(i32) * (MOST_STEPS + (size_t)hexes * STOPS + MOST_STOPS + sides);
    const size_t bytes = (size_t)hexes * (STOPS + 1) + MOST_STOPS;
    const size_t bitsets = sizeof(u64) * (size_t)sides * (MOST_WAYS / 64);
    char *room = malloc(2 * MOST_STEPS * sizeof(Step) + MOST_WAYS * sizeof(Way) + sides * sizeof(Users) + bitsets + numbers + bytes);
    if (!room || tokens > MOST_STOPS) {
        free(room);
        return 0;
    }
    Walks w = {entry, side, faces, (Step *)room, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, tokens, 0};
    w.waiting = w.steps + MOST_STEPS;
    w.ways = (Way *)(w.waiting + MOST_STEPS);
    Users *users = (Users *)(w.ways + MOST_WAYS);
    u64 *sets = (u64 *)(users + sides);
    w.arcs = (i32 *)((char *)sets + bitsets);
    w.place = w.arcs + MOST_STEPS;
    w.order = w.place + hexes * STOPS;
    i32 *slot = w.order + MOST_STOPS;
    w.seen = (u8 *)(slot + sides);
    w.shut = w.seen + hexes;
    w.kinds = w.shut + hexes * STOPS;
    memset(w.seen, 0, bytes);
    for (i32 n = 0; n < hexes * STOPS; n++) w.place[n] = NOWHERE;
    for (i32 n = 0; n < shut; n++) w.shut[asked[6 + tokens + n]] = 1;
    for (i32 n = 0; n < tokens; n++) {
        w.order[n] = asked[6 + n];
        w.place[w.order[n]] = n;
        w.seen[w.order[n] / STOPS] = 1;
    }
    i32 done = follow(&w, tokens);
    if (done) {
        i32 links = 0, first = 0, arcs = 0, seen = 0;
        qsort(w.ways, w.count, sizeof(Way), by_ends);
        for (i32 n = 0; n < w.count; n++) { /* without those that cross all sides of another one */
            if (!links || w.ways[first].a != w.ways[n].a || w.ways[first].b != w.ways[n].b) first = links;
            i32 other = first;
            while (!every && other < links && !covers(side, w.ways + n, w.ways + other)) other++;
            if (every || other == links) w.ways[links++] = w.ways[n];
        }
        memset(sets, 0, sizeof(u64) * (size_t)sides * ((links + 63) / 64));
        const i32 bits = merge(&w, links, users, sets, slot, sides), words = (bits + 63) / 64;
        for (i32 n = 0; n < links; n++) arcs += w.ways[n].count;
        for (i32 n = 0; n < hexes; n++) seen += w.seen[n];
        done = 4 + 3 * (w.stops + links) + arcs + 2 * words * links + seen <= asked[5];
        if (done) {
            u32 *out = found;
            *out++ = w.stops, *out++ = links, *out++ = seen, *out++ = bits;
            for (i32 n = 0; n < w.stops; n++) *out++ = w.order[n];
            for (i32 n = 0; n < w.stops; n++) *out++ = w.kinds[n];
            for (i32 n = 0; n < w.stops; n++) {
                u64 edges = 0;
                for (i32 link = 0; link < links; link++) {
                    const Way *way = w.ways + link;
                    if (way->a == n) edges |= 1 << way->arcs[0] % EDGES;
                    if (way->b == n) edges |= 1 << entry[way->arcs[way->count - 1]] % EDGES;
                }
                *out++ = bits_of(edges);
            }
            for (i32 n = 0; n < links; n++)
                *out++ = w.ways[n].a, *out++ = w.ways[n].b, *out++ = w.ways[n].count;
            for (i32 n = 0; n < links; n++)
                for (i32 at = 0; at < w.ways[n].count; at++) *out++ = w.ways[n].arcs[at];
            for (i32 n = 0; n < links; n++)
                for (i32 half = 0; half < 2 * words; half++) {
                    u32 mask = 0;
                    for (i32 bit = 0; bit < 32 && 32 * half + bit < bits; bit++)
                        if (users[32 * half + bit].links[n / 64] >> n % 64 & 1) mask |= (u32)1 << bit;
                    *out++ = mask;
                }
            for (i32 n = 0; n < hexes; n++)
                if (w.seen[n]) *out++ = n;
        }
    }
    free(room);
    return done;
}
