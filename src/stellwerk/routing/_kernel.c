/* The compiled twin of search.py and local.py: the same steps in the same order, so the same answers and the same
   number of nodes. Optional: without it the Python twins do the work. No global state, so threads may share it. */
#ifndef WORDS
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef int32_t i32;
typedef int64_t i64;
#define STOPS 64
#define TRAINS 16
#define ENDS_COUNT 1
#define TOKEN_COUNTS 2
#define NONE (-1)

#if defined(_MSC_VER)
#include <intrin.h>
#define EXPORT __declspec(dllexport)
static int low_bit(u64 x) {
    unsigned long at;
    _BitScanForward64(&at, x);
    return (int)at;
}
#else
#define EXPORT
static int low_bit(u64 x) { return __builtin_ctzll(x); }
#endif
#define BIT(n) (1ULL << (n))

/* A question. Python hands it over as two rows of numbers, in the order of the fields; see `unpack`. */
typedef struct {
    i32 stops, links, trains, owns, words;
    const i32 *adj_at, *adj_link, *adj_to; /* the links of stop s are adj_at[s] .. adj_at[s + 1] - 1 */
    const u64 *masks;                      /* links x words */
    const u64 *twins, *near;               /* stops: excluded by a visit; neighbours */
    const i32 *own;
    u64 towns, tokens;
    const i32 *value, *order;              /* trains x stops */
    const u64 *admits, *ends;              /* trains: may be visited; only as an end */
    const i32 *most, *cities, *town_most, *pays, *flags, *free_run, *same, *twin_run;
} Task;

/* problem.Gains: a bonus for one train that runs from home to a target. */
typedef struct {
    u64 targets;
    i32 home, at_end, whole, per_side;
    const i32 *brings, *sides; /* stops: what a target brings; links: the sides it crosses */
    i32 most[TRAINS];
} Gains;

/* Routes in and out: a start, links of the first arm, links of the second arm. */
typedef struct {
    i32 start[TRAINS], first[TRAINS], count[TRAINS], value[TRAINS];
    i32 link[TRAINS * STOPS];
} Plan;

typedef i32 (*LeafCall)(i32 total);
typedef i32 (*LevelCall)(i32 train);

EXPORT i32 stellwerk_kernel_version(void) { return 4; }

static Task unpack(const i32 *ints, const u64 *longs) {
    Task t;
    t.stops = *ints++, t.links = *ints++, t.trains = *ints++, t.owns = *ints++, t.words = *ints++;
    const struct {
        const i32 **row;
        int size;
    } rows[] = {
        {&t.adj_at, t.stops + 1},   {&t.adj_link, 2 * t.links}, {&t.adj_to, 2 * t.links}, {&t.own, t.owns},
        {&t.value, t.trains * t.stops}, {&t.order, t.trains * t.stops},
        {&t.most, t.trains},        {&t.cities, t.trains},      {&t.town_most, t.trains}, {&t.pays, t.trains},
        {&t.flags, t.trains},       {&t.free_run, t.trains},    {&t.same, t.trains},      {&t.twin_run, t.trains},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; ints += rows[k++].size) *rows[k].row = ints;
    t.towns = *longs++, t.tokens = *longs++;
    t.masks = longs, longs += t.links * t.words;
    t.twins = longs, longs += t.stops;
    t.near = longs, longs += t.stops;
    t.admits = longs, longs += t.trains;
    t.ends = longs;
    return t;
}

/* Some linkers insist on this name in an extension; nobody imports the library as a module. */
EXPORT void *PyInit__kernel(void) { return 0; }

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define F(name) JOIN(name, WORDS)

#define WORDS 1
#include "_kernel.c"
#undef WORDS
#define WORDS 4
#include "_kernel.c"
#undef WORDS

EXPORT i32 stellwerk_stage(const i32 *ints, const u64 *longs, i32 base, i32 *best, const i32 *suffix, i64 limit,
                           i64 *nodes, Plan *plan, Plan *now, LeafCall leaf, LevelCall level, const Gains *gains) {
    const Task task = unpack(ints, longs);
    if (task.words == 1) return stage1(&task, base, best, suffix, limit, nodes, plan, now, leaf, level, gains);
    return stage4(&task, base, best, suffix, limit, nodes, plan, now, leaf, level, gains);
}

EXPORT i32 stellwerk_local(const i32 *ints, const u64 *longs, u64 seed, i64 limit, i64 *nodes, i32 heat, Plan *plan) {
    const Task task = unpack(ints, longs);
    if (task.words == 1) return local1(&task, seed, limit, nodes, heat, plan);
    return local4(&task, seed, limit, nodes, heat, plan);
}

#else

typedef struct {
    u64 w[WORDS];
} F(Mask);
#define MASK F(Mask)
#define JOB F(Job)

static int F(meets)(const MASK *a, const MASK *b) {
    u64 sum = 0;
    for (int k = 0; k < WORDS; k++) sum |= a->w[k] & b->w[k];
    return sum != 0;
}

static MASK F(joined)(const MASK *a, const MASK *b) {
    MASK sum;
    for (int k = 0; k < WORDS; k++) sum.w[k] = a->w[k] | b->w[k];
    return sum;
}

typedef struct {
    const Task *task;
    const MASK *mask;
    int base, best, stopped;
    i64 nodes, limit;
    const i32 *suffix;
    int slack[TRAINS + 1];
    const Gains *gains;
    int got[TRAINS + 1];      /* the best bonus of the trains before */
    int later[TRAINS];        /* the most a train after this one can earn */
    int place[TRAINS][STOPS]; /* sides from the start to each stop of a route */
    Plan *plan, *now;
    LeafCall leaf;
    LevelCall level;
    /* chain bound */
    int disc[STOPS], low[STOPS], gain[STOPS], stack[STOPS], top, clock;
    u64 open, roots, ends;
    const i32 *value;
    const MASK *used;
} JOB;

/* ---- what a train is paid for the stops it visited */

static int F(pay)(const Task *t, int i, u64 vis, int a, int b, int sum) {
    int places = t->pays[i];
    if (!places) return sum;
    const i32 *value = t->value + i * t->stops, *order = t->order + i * t->stops;
    u64 left = vis;
    int total = 0, token = 0, last = -1;
    if (t->flags[i] & ENDS_COUNT) {
        left &= ~(BIT(a) | BIT(b));
        total = value[a] + value[b];
        token = ((BIT(a) | BIT(b)) & t->tokens) != 0;
        places -= 2;
    }
    int best_token = -1;
    for (int k = 0; k < t->stops && left; k++) {
        int s = order[k];
        if (!(left & BIT(s))) continue;
        left &= ~BIT(s);
        if (places > 0) {
            places--;
            total += value[s];
            last = value[s];
            if (t->tokens & BIT(s)) token = 1;
        } else if ((t->tokens & BIT(s)) && best_token < 0) {
            best_token = value[s];
        }
    }
    if ((t->flags[i] & TOKEN_COUNTS) && !token) {
        if (best_token < 0 || last < 0) return NONE;
        total += best_token - last;
    }
    return total;
}

/* The same if it has to count the stops in `must`. */
static int F(pay_for)(const Task *t, int i, u64 vis, int a, int b, u64 must) {
    const i32 *value = t->value + i * t->stops, *order = t->order + i * t->stops;
    if (t->flags[i] & ENDS_COUNT) must |= BIT(a) | BIT(b);
    int left = t->pays[i], total = 0;
    for (u64 rest = must; rest; rest &= rest - 1) left--;
    if (left < 0) return NONE;
    for (int k = 0; k < t->stops; k++) {
        u64 bit = BIT(order[k]);
        if (must & bit) total += value[order[k]];
        else if ((vis & bit) && left > 0) left--, total += value[order[k]];
    }
    return total;
}

/* ---- bounds */

/* Stops that can still be reached over free track in at most `steps` steps from the roots. */
static u64 F(reach)(const JOB *j, u64 roots, u64 blocked, u64 ends, const MASK *used, int steps) {
    const Task *t = j->task;
    u64 seen = 0, front = roots;
    while (front && steps > 0) {
        u64 next = 0;
        steps--;
        while (front) {
            int s = low_bit(front);
            front &= front - 1;
            u64 want = t->near[s] & ~(blocked | seen);
            for (int k = t->adj_at[s]; want && k < t->adj_at[s + 1]; k++) {
                u64 bit = BIT(t->adj_to[k]);
                if (!(want & bit) || F(meets)(&j->mask[t->adj_link[k]], used)) continue;
                want &= ~bit;
                seen |= bit;
                next |= bit;
            }
        }
        front = next & ~ends;
    }
    return seen;
}

/* The best a route can add with so many places left: the dearest stops within reach, by kind. */
static int F(places)(const Task *t, int i, u64 avail, int left, int cities, int towns, int ends) {
    const i32 *value = t->value + i * t->stops, *order = t->order + i * t->stops;
    u64 only_end = t->ends[i];
    int sum = 0;
    for (int k = 0; k < t->stops && left > 0 && avail; k++) {
        int s = order[k];
        u64 bit = BIT(s);
        if (!(avail & bit)) continue;
        avail &= ~bit;
        if ((only_end & bit) && ends <= 0) continue;
        if (t->towns & bit) {
            if (towns <= 0) continue;
            towns--;
        } else {
            if (cities <= 0) continue;
            cities--;
        }
        if (only_end & bit) ends--;
        left--;
        sum += value[s];
    }
    return sum;
}

static int F(paid_places)(const Task *t, int i, u64 stops) {
    const i32 *value = t->value + i * t->stops, *order = t->order + i * t->stops;
    int left = t->pays[i], sum = 0;
    for (int k = 0; k < t->stops && left > 0 && stops; k++) {
        u64 bit = BIT(order[k]);
        if (!(stops & bit)) continue;
        stops &= ~bit;
        left--;
        sum += value[order[k]];
    }
    return sum;
}

/* A path goes through the blocks (parts without a cut stop) of the free track in a chain, never back. */
static void F(blocks)(JOB *j, int s) {
    const Task *t = j->task;
    j->disc[s] = j->low[s] = ++j->clock;
    j->stack[j->top++] = s;
    j->open &= ~BIT(s);
    int gain = 0;
    u64 did = 0;
    for (int k = t->adj_at[s]; k < t->adj_at[s + 1]; k++) {
        int w = t->adj_to[k];
        u64 bit = BIT(w);
        if (did & bit) continue;
        if (j->roots & bit) {
            if (j->low[s] > 0 && !F(meets)(&j->mask[t->adj_link[k]], j->used)) j->low[s] = 0, did |= bit;
            continue;
        }
        if (j->open & bit) {
            if (F(meets)(&j->mask[t->adj_link[k]], j->used)) continue;
            did |= bit;
            if (j->ends & bit) {
                if (j->value[w] > gain) gain = j->value[w];
                continue;
            }
            int at = j->top;
            F(blocks)(j, w);
            if (j->low[w] >= j->disc[s]) { /* the stops above `at` are a block that hangs on s */
                int sum = 0, most = 0;
                while (j->top > at) {
                    int b = j->stack[--j->top];
                    sum += j->value[b];
                    if (j->gain[b] > most) most = j->gain[b];
                }
                if (sum + most > gain) gain = sum + most;
            } else if (j->low[w] < j->low[s]) {
                j->low[s] = j->low[w];
            }
        } else if (j->disc[w] > 0) {
            if (j->disc[w] < j->low[s] && !F(meets)(&j->mask[t->adj_link[k]], j->used)) j->low[s] = j->disc[w];
        }
    }
    j->gain[s] = gain;
}

/* The most a route can add beyond the roots, with one or two ends still open; NONE if it cannot go on. */
static int F(chain)(JOB *j, int i, u64 roots, u64 blocked, const MASK *used, int open_ends) {
    const Task *t = j->task;
    j->open = t->admits[i] & ~blocked;
    j->roots = roots;
    j->ends = t->ends[i];
    j->value = t->value + i * t->stops;
    j->used = used;
    j->top = j->clock = 0;
    for (int s = 0; s < t->stops; s++) j->disc[s] = 0;
    int one = NONE, two = 0, both = 0;
    for (u64 rest = roots; rest; rest &= rest - 1) {
        int s = low_bit(rest);
        for (int k = t->adj_at[s]; k < t->adj_at[s + 1]; k++) {
            int w = t->adj_to[k];
            if (!(j->open & BIT(w)) || F(meets)(&j->mask[t->adj_link[k]], used)) continue;
            int sum = 0, most = 0, second = 0;
            if (j->ends & BIT(w)) {
                if (j->disc[w]) continue; /* an end beside the roots is one way out, whatever links lead there */
                j->disc[w] = NONE;
                sum = j->value[w];
            } else {
                F(blocks)(j, w);
                while (j->top > 0) {
                    int b = j->stack[--j->top];
                    sum += j->value[b];
                    if (j->gain[b] > most) second = most, most = j->gain[b];
                    else if (j->gain[b] > second) second = j->gain[b];
                }
            }
            if (sum + most + second > both) both = sum + most + second;
            if (one < 0) one = sum + most;
            else if (sum + most > one) two = one, one = sum + most;
            else if (sum + most > two) two = sum + most;
        }
    }
    if (open_ends < 2 || one < 0) return one;
    return one + two > both ? one + two : both;
}

/* What the trains after i can be paid: their own best, or no more than train i where they are like it. */
static int F(rest)(const JOB *j, int i, int cap) {
    int plain = j->suffix[i + 1], run = j->task->twin_run[i];
    int other = run * cap + j->suffix[i + 1 + run];
    return plain < other ? plain : other;
}

/* ---- the search */

static void F(train)(JOB *j, int i, const MASK *used, int acc);

static int F(larger)(int a, int b) { return a > b ? a : b; }

/* The best bonus of a route that visits `vis` from a to b, less what is lost by counting home and target. */
static int F(bonus)(const JOB *j, int i, u64 vis, int a, int b, int value) {
    const Task *t = j->task;
    const Gains *g = j->gains;
    const int *place = j->place[i];
    if (g->at_end ? g->home != a && g->home != b : !(vis & BIT(g->home))) return 0;
    int best = 0;
    for (u64 left = vis & g->targets; left; left &= left - 1) {
        int s = low_bit(left), sides = g->whole ? place[a] - place[b] : place[s] - place[g->home];
        int amount = g->brings[s] - g->per_side * (sides < 0 ? -sides : sides);
        if (amount > best && t->pays[i]) {
            int counted = F(pay_for)(t, i, vis, a, b, BIT(s) | BIT(g->home));
            amount = counted < 0 ? 0 : amount + counted - value;
        }
        best = F(larger)(best, amount);
    }
    return best;
}

/* The route in hand may earn a bonus when it has grown; `found` are the stops it may grow to. */
static int F(may_pass)(const JOB *j, int arm, int tok, int far, u64 vis, u64 found) {
    const Gains *g = j->gains;
    if (!((vis | found) & g->targets)) return 0;
    if (vis & BIT(g->home)) return !g->at_end || g->home == (arm == 1 ? tok : far);
    return (found & BIT(g->home)) != 0;
}

static void F(take)(JOB *j, int i, int value, const MASK *used, int acc, int gain) {
    const Task *t = j->task;
    if (j->stopped || value < 0) return;
    if (i > j->base && t->same[i] && value > j->now->value[i - 1]) return;
    gain = F(larger)(gain, j->got[i]);
    int slack = j->gains ? F(larger)(gain, j->later[i]) : j->slack[i];
    if (acc + value + F(rest)(j, i, value) + slack <= j->best) return;
    j->now->value[i] = value;
    j->got[i + 1] = gain;
    F(train)(j, i + 1, used, acc + value);
}

/* The route in hand is complete as it is. */
static void F(reached)(JOB *j, int i, u64 vis, int a, int b, int sum, const MASK *used, int acc) {
    int value = F(pay)(j->task, i, vis, a, b, sum);
    F(take)(j, i, value, used, acc, j->gains ? F(bonus)(j, i, vis, a, b, value) : 0);
}

static void F(extend)(JOB *j, int i, int head, int arm, int tok, int far, int first, u64 vis, u64 blocked, int count,
                      int cities, int sum, const MASK *used, int acc) {
    const Task *t = j->task;
    if (j->stopped) return;
    if (j->nodes >= j->limit) {
        j->stopped = 1;
        return;
    }
    j->nodes++;
    int left = t->most[i] - count, towns = count - cities;
    if (left <= 0) return;
    u64 roots = arm == 1 ? BIT(head) | BIT(tok) : BIT(head);
    int open_ends = arm == 1 ? 2 : 1, bound;
    u64 found;
    if (t->pays[i]) {
        found = F(reach)(j, roots, blocked, t->ends[i], used, left);
        if (!found) return;
        bound = F(paid_places)(t, i, vis | found);
    } else if (t->free_run[i]) {
        bound = F(chain)(j, i, roots, blocked, used, open_ends);
        if (bound < 0) return;
        bound += sum;
        found = ~blocked;
    } else {
        found = F(reach)(j, roots, blocked, t->ends[i], used, left);
        if (!found) return;
        bound = sum + F(places)(t, i, found, left, t->cities[i] - cities, t->town_most[i] - towns, open_ends);
    }
    if (i > j->base && t->same[i] && bound > j->now->value[i - 1]) bound = j->now->value[i - 1];
    int slack = j->slack[i];
    if (j->gains) {
        slack = F(larger)(j->got[i], j->later[i]);
        if (j->gains->most[i] > slack && F(may_pass)(j, arm, tok, far, vis, found)) slack = j->gains->most[i];
    }
    if (acc + bound + F(rest)(j, i, bound) + slack <= j->best) return;
    const i32 *value = t->value + i * t->stops;
    for (int k = t->adj_at[head]; k < t->adj_at[head + 1]; k++) {
        int l = t->adj_link[k], w = t->adj_to[k];
        u64 bit = BIT(w);
        if ((blocked & bit) || (arm == 2 && head == tok && l <= first) || F(meets)(&j->mask[l], used)) continue;
        int city = !(t->towns & bit);
        if (city ? cities >= t->cities[i] : towns >= t->town_most[i]) continue;
        MASK both = F(joined)(used, &j->mask[l]);
        int lead = arm == 1 && head == tok ? l : first;
        u64 vis2 = vis | bit, blocked2 = blocked | t->twins[w];
        j->now->link[i * STOPS + j->now->count[i]++] = l;
        if (j->gains) j->place[i][w] = j->place[i][head] + (arm == 1 ? j->gains->sides[l] : -j->gains->sides[l]);
        if (!(t->ends[i] & bit))
            F(extend)(j, i, w, arm, tok, far, lead, vis2, blocked2, count + 1, cities + city, sum + value[w], &both,
                      acc);
        if (arm == 1) {
            j->now->first[i] = j->now->count[i];
            F(extend)(j, i, tok, 2, tok, w, lead, vis2, blocked2, count + 1, cities + city, sum + value[w], &both, acc);
            F(reached)(j, i, vis2, tok, w, sum + value[w], &both, acc);
        } else {
            F(reached)(j, i, vis2, far, w, sum + value[w], &both, acc);
        }
        j->now->count[i]--;
        if (j->stopped) return;
    }
}

static void F(train)(JOB *j, int i, const MASK *used, int acc) {
    const Task *t = j->task;
    if (i == t->trains) {
        if (j->leaf) {
            if (acc + j->slack[i - 1] > j->best) j->best = j->leaf(acc);
        } else if (acc + j->got[i] > j->best) {
            j->best = acc + j->got[i];
            memcpy(j->plan, j->now, sizeof(Plan));
        }
        return;
    }
    if (j->level) j->slack[i] = j->level(i);
    int slack = j->slack[i];
    if (j->gains) slack = F(larger)(F(larger)(j->got[i], j->later[i]), j->gains->most[i]);
    if (i > j->base && acc + j->suffix[i] + slack <= j->best) return;
    u64 before = 0;
    j->now->count[i] = j->now->first[i] = 0;
    for (int k = 0; k < t->owns && !j->stopped; k++) {
        int s = t->own[k], city = !(t->towns & BIT(s));
        if (!(t->admits[i] & BIT(s)) || (city ? t->cities[i] < 1 : t->town_most[i] < 1)) continue;
        j->now->start[i] = s;
        j->place[i][s] = 0;
        F(extend)(j, i, s, 1, s, s, -1, BIT(s), before | t->twins[s] | ~t->admits[i], 1, city, t->value[i * t->stops + s],
                  used, acc);
        before |= BIT(s);
        j->now->count[i] = j->now->first[i] = 0;
    }
    if (j->stopped) return;
    j->now->value[i] = 0; /* the train stays idle */
    j->got[i + 1] = j->got[i];
    F(train)(j, i + 1, used, acc);
}

static i32 F(stage)(const Task *task, i32 base, i32 *best, const i32 *suffix, i64 limit, i64 *nodes, Plan *plan,
                    Plan *now, LeafCall leaf, LevelCall level, const Gains *gains) {
    JOB *j = calloc(1, sizeof(JOB));
    MASK none;
    if (!j) return -1;
    memset(&none, 0, sizeof none);
    j->task = task;
    j->mask = (const MASK *)task->masks;
    j->base = base;
    j->best = *best;
    j->limit = limit;
    j->suffix = suffix;
    j->plan = plan;
    j->now = now;
    j->leaf = leaf;
    j->level = level;
    j->gains = gains;
    for (int i = task->trains - 2; gains && i >= 0; i--)
        j->later[i] = F(larger)(gains->most[i + 1], j->later[i + 1]);
    F(train)(j, base, &none, 0);
    *best = j->best;
    *nodes += j->nodes;
    int finished = !j->stopped;
    free(j);
    return finished;
}

/* ---- local search: cut routes and let them grow again */

#define PATH F(Path)
#define GROWTH F(Growth)

typedef struct {
    int count, value, stop[STOPS], link[STOPS];
} PATH;

typedef struct {
    const Task *task;
    const MASK *mask;
    u64 seed;
    i64 nodes;
    int train, left, value, far, best_count;
    int stop[STOPS], link[STOPS], best_stop[STOPS], best_link[STOPS];
} GROWTH;

static int F(draw)(GROWTH *g, int below) {
    u64 x = g->seed;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    g->seed = x;
    return (int)((x >> 11) % (u64)below);
}

static u64 F(visited)(const PATH *p) {
    u64 vis = 0;
    for (int k = 0; k < p->count; k++) vis |= BIT(p->stop[k]);
    return vis;
}

static int F(worth)(const Task *t, int i, const PATH *p) {
    if (p->count < 2) return 0;
    int sum = 0;
    for (int k = 0; k < p->count; k++) sum += t->value[i * t->stops + p->stop[k]];
    return F(pay)(t, i, F(visited)(p), p->stop[0], p->stop[p->count - 1], sum);
}

static void F(turn)(PATH *p) {
    for (int a = 0, b = p->count - 1; a < b; a++, b--) {
        int keep = p->stop[a];
        p->stop[a] = p->stop[b];
        p->stop[b] = keep;
    }
    for (int a = 0, b = p->count - 2; a < b; a++, b--) {
        int keep = p->link[a];
        p->link[a] = p->link[b];
        p->link[b] = keep;
    }
}

static void F(grow)(GROWTH *g, int head, u64 vis, u64 blocked, int count, int cities, int sum, const MASK *used,
                    int d) {
    const Task *t = g->task;
    int i = g->train;
    g->nodes++;
    if (--g->left < 0 || count >= t->most[i]) return;
    int from = t->adj_at[head], size = t->adj_at[head + 1] - from;
    if (!size) return;
    int turn = F(draw)(g, size);
    for (int k = 0; k < size; k++) {
        int at = from + (k + turn) % size, l = t->adj_link[at], w = t->adj_to[at];
        u64 bit = BIT(w);
        if ((blocked & bit) || F(meets)(&g->mask[l], used)) continue;
        int city = !(t->towns & bit);
        if (city ? cities >= t->cities[i] : count - cities >= t->town_most[i]) continue;
        g->stop[d] = w;
        g->link[d] = l;
        int more = sum + t->value[i * t->stops + w], value = F(pay)(t, i, vis | bit, g->far, w, more);
        if (value > g->value || (value == g->value && F(draw)(g, 4) == 0)) {
            g->value = value;
            g->best_count = d + 1;
            memcpy(g->best_stop, g->stop, sizeof(int) * (d + 1));
            memcpy(g->best_link, g->link, sizeof(int) * (d + 1));
        }
        if (!(t->ends[i] & bit)) {
            MASK both = F(joined)(used, &g->mask[l]);
            F(grow)(g, w, vis | bit, blocked | t->twins[w], count + 1, cities + city, more, &both, d + 1);
        }
        if (g->left < 0) return;
    }
}

/* Extend the path at its tail. */
static void F(regrow)(GROWTH *g, int i, PATH *p, const MASK *taken, int left) {
    const Task *t = g->task;
    int head = p->stop[p->count - 1], sum = 0, cities = 0;
    if (p->count > 1 && (t->ends[i] & BIT(head))) return;
    MASK used = *taken;
    u64 blocked = ~t->admits[i];
    for (int k = 0; k < p->count; k++) {
        blocked |= t->twins[p->stop[k]];
        cities += !(t->towns & BIT(p->stop[k]));
        sum += t->value[i * t->stops + p->stop[k]];
        if (k) used = F(joined)(&used, &g->mask[p->link[k - 1]]);
    }
    g->train = i;
    g->left = left;
    g->far = p->stop[0];
    g->best_count = 0;
    g->value = F(worth)(t, i, p);
    F(grow)(g, head, F(visited)(p), blocked, p->count, cities, sum, &used, 0);
    for (int k = 0; k < g->best_count; k++) {
        p->link[p->count - 1] = g->best_link[k];
        p->stop[p->count++] = g->best_stop[k];
    }
}

/* Keep a window of the path around one of its tokens; sometimes start afresh at a token. */
static void F(cut)(GROWTH *g, PATH *p, const i32 *own, int owns) {
    const Task *t = g->task;
    if (p->count < 2 || F(draw)(g, 6) == 0) {
        p->count = 1;
        p->stop[0] = own[F(draw)(g, owns)];
        return;
    }
    int place[STOPS], places = 0;
    for (int k = 0; k < p->count; k++)
        if (t->tokens & BIT(p->stop[k])) place[places++] = k;
    int at = place[F(draw)(g, places)], mode = F(draw)(g, 3), low = 0, high = p->count - 1;
    if (mode != 0) low = F(draw)(g, at + 1);
    if (mode != 1) high = at + F(draw)(g, p->count - at);
    for (int k = low; k <= high; k++) {
        p->stop[k - low] = p->stop[k];
        if (k < high) p->link[k - low] = p->link[k];
    }
    p->count = high - low + 1;
}

static i32 F(local)(const Task *t, u64 seed, i64 limit, i64 *nodes, i32 heat, Plan *plan) {
    GROWTH *g = calloc(1, sizeof(GROWTH));
    PATH *now = calloc(TRAINS, sizeof(PATH)), *old = calloc(TRAINS, sizeof(PATH)), *top = calloc(TRAINS, sizeof(PATH));
    int best = 0, total = 0, trains = t->trains;
    if (!g || !now || !old || !top) {
        free(g), free(now), free(old), free(top);
        return -1;
    }
    g->task = t;
    g->mask = (const MASK *)t->masks;
    g->seed = seed;
    i32 own[TRAINS][STOPS], owns[TRAINS];
    for (int i = 0; i < trains; i++) {
        owns[i] = 0;
        for (int k = 0; k < t->owns; k++) {
            u64 bit = BIT(t->own[k]);
            int room = (t->towns & bit) ? t->town_most[i] : t->cities[i];
            if ((t->admits[i] & bit) && room > 0) own[i][owns[i]++] = t->own[k];
        }
    }
    while (g->nodes < limit) {
        memcpy(old, now, sizeof(PATH) * trains);
        g->nodes++;
        int size = 1 + (F(draw)(g, 3) == 0) + (F(draw)(g, 8) == 0), chosen[3], count = 0;
        if (size > trains) size = trains;
        while (count < size) {
            int i = F(draw)(g, trains), known = 0;
            for (int k = 0; k < count; k++) known |= chosen[k] == i;
            if (!known) chosen[count++] = i;
        }
        for (int k = 0; k < size; k++)
            if (owns[chosen[k]]) F(cut)(g, &now[chosen[k]], own[chosen[k]], owns[chosen[k]]);
        for (int k = 0; k < size; k++) {
            int i = chosen[k];
            PATH *p = &now[i];
            if (!owns[i]) continue;
            MASK taken;
            memset(&taken, 0, sizeof taken);
            for (int other = 0; other < trains; other++)
                for (int n = 0; other != i && n < now[other].count - 1; n++)
                    taken = F(joined)(&taken, &g->mask[now[other].link[n]]);
            int left = 30 << F(draw)(g, 6);
            if (left > limit - g->nodes) left = limit > g->nodes ? (int)(limit - g->nodes) : 0;
            if (F(draw)(g, 2)) F(turn)(p);
            F(regrow)(g, i, p, &taken, left);
            F(turn)(p);
            F(regrow)(g, i, p, &taken, left);
            p->value = F(worth)(t, i, p);
            if (p->value <= 0) p->count = p->value = 0;
        }
        int sum = 0;
        for (int i = 0; i < trains; i++) sum += now[i].value;
        i64 cool = limit > g->nodes ? limit - g->nodes : 0;
        if (sum >= total - (int)(heat * cool / limit)) {
            total = sum;
            if (total > best) {
                best = total;
                memcpy(top, now, sizeof(PATH) * trains);
            }
        } else {
            memcpy(now, old, sizeof(PATH) * trains);
        }
    }
    for (int i = 0; i < trains; i++) {
        plan->count[i] = plan->first[i] = top[i].count > 1 ? top[i].count - 1 : 0;
        plan->start[i] = top[i].stop[0];
        for (int k = 0; k < plan->count[i]; k++) plan->link[i * STOPS + k] = top[i].link[k];
    }
    *nodes += g->nodes;
    free(g), free(now), free(old), free(top);
    return best;
}

#undef PATH
#undef GROWTH
#undef MASK
#undef JOB
#endif
