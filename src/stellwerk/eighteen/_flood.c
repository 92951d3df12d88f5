/* The compiled twin of network.py as far as plain lines lead: the same arcs in the same order. Where only a loop might
   lead to something new it says so, and Python looks again. Optional. No global state, so threads may share it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t i32;
typedef uint8_t u8;
#define EDGES 6
#define STOPS 8 /* stop numbers of a hex */
#define UNKNOWN (-2)
#define NOWHERE (-1)
#define NONE 255
enum { REACHED = 1, PASSED = 2, SHUT = 4 };

#if defined(_MSC_VER)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

/* A face, as flood.code makes it: lists end with NONE. */
typedef struct {
    u8 through[EDGES][EDGES], stop_at[EDGES], exits[STOPS][EDGES], ends; /* ends: bits of the stops nothing passes */
    u8 unused[5];
} Face;

typedef struct {
    const i32 *entry, *side;
    const Face *faces;
    i32 *parent, *via, *queue; /* by arc; those to go on from */
    u8 *sides, *stops, *doubtful;
    i32 first, last;
} Search;

EXPORT i32 stellwerk_flood_version(void) { return 1; }

/* Some linkers insist on this name in an extension; nobody imports the library as a module. */
EXPORT void *PyInit__flood(void) { return 0; }

/* True if the line to the arc crosses the side, or visits the stop if that is not negative. */
static int on_line(const Search *s, i32 arc, i32 side, i32 stop) {
    for (; arc >= 0; arc = s->parent[arc])
        if (s->side[arc] == side || (stop >= 0 && s->via[arc] == stop)) return 1;
    return 0;
}

static void join(Search *s, i32 from, i32 to, i32 via) {
    s->sides[s->side[to]] = 1;
    s->parent[to] = from;
    s->via[to] = via;
    s->queue[s->last++] = to;
}

/* On from an arc over an edge of its hex. */
static void cross(Search *s, i32 arc, i32 to, i32 via, int turned) {
    if (to < 0 || s->parent[to] != UNKNOWN) return;
    if (turned || (s->sides[s->side[to]] && on_line(s, arc, s->side[to], NOWHERE)))
        s->doubtful[to] = 1;
    else
        join(s, arc, to, via);
}

static void grow(Search *s) {
    while (s->first < s->last) {
        const i32 arc = s->queue[s->first++], hex = arc / EDGES, edge = arc % EDGES;
        const Face *face = s->faces + hex;
        const i32 *entry = s->entry + hex * EDGES;
        for (int n = 0; n < EDGES && face->through[edge][n] != NONE; n++)
            cross(s, arc, entry[face->through[edge][n]], NOWHERE, 0);
        if (face->stop_at[edge] == NONE) continue;
        const i32 at = face->stop_at[edge], stop = hex * STOPS + at;
        const int turned = (s->stops[stop] & (REACHED | PASSED)) && on_line(s, arc, NOWHERE, stop);
        if (!turned) s->stops[stop] |= REACHED;
        if ((s->stops[stop] & SHUT) || face->ends >> at & 1) continue;
        s->stops[stop] |= PASSED;
        for (int n = 0; n < EDGES && face->exits[at][n] != NONE; n++)
            if (face->exits[at][n] != edge) cross(s, arc, entry[face->exits[at][n]], stop, turned);
    }
}

/* See Search.news_behind. What is found is marked as known, so this comes last. */
static int news(Search *s, i32 arcs) {
    s->first = s->last = 0;
    for (i32 arc = 0; arc < arcs; arc++)
        if (s->doubtful[arc] && s->parent[arc] == UNKNOWN) {
            if (!s->sides[s->side[arc]]) return 1;
            s->queue[s->last++] = arc;
        }
    for (i32 n = 0; n < s->last; n++) s->parent[s->queue[n]] = NOWHERE;
    while (s->first < s->last) {
        const i32 arc = s->queue[s->first++], hex = arc / EDGES, edge = arc % EDGES, at = s->faces[hex].stop_at[edge];
        const u8 *ways[2] = {s->faces[hex].through[edge], NULL};
        if (at != NONE) {
            if (!(s->stops[hex * STOPS + at] & (REACHED | PASSED))) return 1;
            if (!(s->stops[hex * STOPS + at] & SHUT) && !(s->faces[hex].ends >> at & 1)) ways[1] = s->faces[hex].exits[at];
        }
        for (int way = 0; way < 2 && ways[way]; way++)
            for (int n = 0; n < EDGES && ways[way][n] != NONE; n++) {
                const i32 to = s->entry[hex * EDGES + ways[way][n]];
                if (to < 0 || s->parent[to] != UNKNOWN || ways[way][n] == edge) continue;
                if (!s->sides[s->side[to]]) return 1;
                s->parent[to] = NOWHERE;
                s->queue[s->last++] = to;
            }
    }
    return 0;
}

/* `asked`: hexes, sides, count of tokens, count of shut stops, then those. `found`: counts of hexes and stops, the hexes,
   a mask of edges for each, the stops. 1 if that is all; 0 if Python has to look. */
EXPORT i32 stellwerk_flood(const i32 *entry, const i32 *side, const Face *faces, const i32 *asked, i32 *found) {
    const i32 hexes = asked[0], arcs = hexes * EDGES, sides = asked[1], tokens = asked[2], shut = asked[3];
    const size_t numbers = (size_t)arcs * 3 * sizeof(i32), bytes = (size_t)sides + hexes * STOPS + arcs + hexes;
    i32 *room = malloc(numbers + bytes);
    if (!room) return 0;
    Search s = {entry, side, faces, room, room + arcs, room + 2 * arcs, (u8 *)(room + 3 * arcs), NULL, NULL, 0, 0};
    s.stops = s.sides + sides;
    s.doubtful = s.stops + hexes * STOPS;
    u8 *masks = s.doubtful + arcs;
    memset(s.sides, 0, bytes);
    for (i32 arc = 0; arc < arcs; arc++) s.parent[arc] = UNKNOWN;
    for (i32 n = 0; n < tokens; n++) s.stops[asked[4 + n]] |= PASSED;
    for (i32 n = 0; n < shut; n++) s.stops[asked[4 + tokens + n]] |= SHUT;
    for (i32 n = 0; n < tokens; n++) {
        const i32 stop = asked[4 + n], hex = stop / STOPS;
        const u8 *exits = faces[hex].exits[stop % STOPS];
        for (int edge = 0; edge < EDGES; edge++)
            if (entry[hex * EDGES + edge] >= 0) masks[hex] |= 1 << edge;
        for (int out = 0; out < EDGES && exits[out] != NONE; out++) {
            const i32 to = entry[hex * EDGES + exits[out]];
            if (to >= 0 && s.parent[to] == UNKNOWN) join(&s, NOWHERE, to, stop);
        }
    }
    grow(&s);
    for (i32 n = 0; n < s.last; n++) {
        const i32 arc = s.queue[n], back = entry[arc];
        masks[arc / EDGES] |= 1 << arc % EDGES;
        if (back >= 0) masks[back / EDGES] |= 1 << back % EDGES;
    }
    i32 count = 0, *out = found + 2;
    for (i32 hex = 0; hex < hexes; hex++)
        if (masks[hex]) *out++ = hex;
    found[0] = (i32)(out - found - 2);
    for (i32 hex = 0; hex < hexes; hex++)
        if (masks[hex]) *out++ = masks[hex];
    for (i32 stop = 0; stop < hexes * STOPS; stop++)
        if (s.stops[stop] & REACHED) *out++ = stop, count++;
    found[1] = count;
    const i32 done = !news(&s, arcs);
    free(room);
    return done;
}
