import { EVERYTHING, haveCommonCharacter } from './character-sets.ts';
import { positionAutomaton } from './position-automaton.ts';
import type { Automaton } from './position-automaton.ts';

/**
 * Growth of a backtracking engine's steps with the length of a text. `linear` is proven; `polynomial` and
 * `exponential` mean that such growth couldn't be ruled out.
 */
export type Growth = 'linear' | 'polynomial' | 'exponential';

/** Number that stands for the position of the search itself, which starts again at each character. */
const SEARCH = -1;

/**
 * Determines how the steps of a backtracking engine grow with the length of a text. Paths of the automaton are the
 * attempts of the engine. By Weber and Seidl their number grows exponentially exactly when some position can return to
 * itself by two different paths that read the same text (EDA), and polynomially when one position can return to itself,
 * or move on to another one that can return to itself, both reading the same text (IDA). Otherwise it is bounded, and
 * the engine's steps are linear. Two cases are excluded, because a match is never backtracked: a failing attempt
 * contains no position after which the match is certain, and the search starts again only where no match was found.
 * Source: A. Weber, H. Seidl, On the degree of ambiguity of finite automata, Theoretical Computer Science 88 (1991).
 * @throws SyntaxError for an invalid pattern
 * @throws UnknownCostError for a feature that the model does not cover
 */
export function growthOfSteps(source: string, flags: string): Growth {
  const graph = new AutomatonGraph(positionAutomaton(source, flags));
  if (graph.cycles.some((cycle) => graph.hasTwoWaysBack(cycle))) return 'exponential';
  return graph.hasTwoLoopsInARow() ? 'polynomial' : 'linear';
}

class AutomatonGraph {
  readonly #automaton: Automaton;
  /** Groups of positions that return to themselves without passing a position after which the match is certain. */
  readonly cycles: readonly (readonly number[])[];

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    const all = automaton.sets.map((_, position) => position);
    const failing = all.filter((position) => !automaton.surelyEnds.has(position));
    this.cycles = cyclesAmong(failing, (position) => this.#failingAfter(position));
  }

  hasTwoWaysBack(cycle: readonly number[]): boolean {
    const inCycle = new Set(cycle);
    const after = (position: number) => this.#failingAfter(position).filter((next) => inCycle.has(next));
    if (cycle.some((position) => after(position).some((next) => this.#ways(position, next) > 1))) return true;
    return cycle.some((start) => {
      const forth = reachStates([[start, start]], ([a = 0, b = 0]) =>
        after(a).flatMap((nextA) =>
          after(b).flatMap((nextB) => (this.#canRead(nextA, nextB) ? [[nextA, nextB]] : [])),
        ),
      );
      const apart = [...forth.values()].filter(([a, b]) => a !== b);
      return (
        apart.length > 0 &&
        reachStates(apart, ([a = 0, b = 0]) =>
          after(a).flatMap((nextA) =>
            after(b).flatMap((nextB) => (this.#canRead(nextA, nextB) ? [[nextA, nextB]] : [])),
          ),
        ).has(`${start},${start}`)
      );
    });
  }

  /** True if one position returns to itself and, reading the same text, leads to another that returns to itself. */
  hasTwoLoopsInARow(): boolean {
    const all = this.#automaton.sets.map((_, position) => position);
    const anyCycles = cyclesAmong(all, (position) => [...this.#after(position).keys()]);
    const starts: (readonly [number, ReadonlySet<number>])[] = anyCycles.flatMap((cycle) =>
      cycle.map((position) => [position, new Set(cycle)] as const),
    );
    starts.push([SEARCH, new Set([SEARCH])]);
    return starts.some(([start, home]) =>
      this.cycles.some((cycle) =>
        cycle.some((end) => end !== start && this.#leadsOn(start, home, end, new Set(cycle))),
      ),
    );
  }

  #leadsOn(start: number, home: ReadonlySet<number>, end: number, cycle: ReadonlySet<number>): boolean {
    const reachableTuples = reachStates([[start, start, end]], ([a = 0, b = 0, c = 0]) => {
      const triples: number[][] = [];
      for (const nextC of this.#failingAfter(c)) {
        if (!cycle.has(nextC)) continue;
        for (const nextB of this.#failingAfter(b)) {
          if (!this.#canRead(nextB, nextC)) continue;
          for (const nextA of this.#after(a).keys())
            if (home.has(nextA) && this.#canRead(nextA, nextB, nextC)) triples.push([nextA, nextB, nextC]);
        }
      }
      return triples;
    });
    return reachableTuples.has(`${start},${end},${end}`);
  }

  #after(position: number): ReadonlyMap<number, number> {
    if (position === SEARCH)
      return new Map([SEARCH, ...this.#automaton.anywhere].map((next) => [next, 1] as const));
    return this.#automaton.follow[position] ?? new Map<number, number>();
  }

  #failingAfter(position: number): number[] {
    return [...this.#after(position).keys()].filter((next) => !this.#automaton.surelyEnds.has(next));
  }

  #ways(position: number, next: number): number {
    return this.#after(position).get(next) ?? 0;
  }

  #canRead(...positions: readonly number[]): boolean {
    return haveCommonCharacter(...positions.map((position) => this.#automaton.sets[position] ?? EVERYTHING));
  }
}

/** All tuples of positions that can be reached together from the starts by reading the same text. */
function reachStates(
  starts: readonly (readonly number[])[],
  after: (tuple: readonly number[]) => readonly (readonly number[])[],
): Map<string, readonly number[]> {
  const reachableTuples = new Map<string, readonly number[]>();
  const waiting = starts.flatMap((start) => [...after(start)]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = next.join(',');
    if (reachableTuples.has(key)) continue;
    reachableTuples.set(key, next);
    waiting.push(...after(next));
  }
  return reachableTuples;
}

/** Groups of positions that can all reach each other. */
function cyclesAmong(
  positions: readonly number[],
  after: (position: number) => readonly number[],
): number[][] {
  const within = new Set(positions);
  const reach = new Map(
    positions.map((position) => [
      position,
      new Set(
        [
          ...reachStates([[position]], ([at = 0]) =>
            after(at).flatMap((n) => (within.has(n) ? [[n]] : [])),
          ).values(),
        ].map(([at = 0]) => at),
      ),
    ]),
  );
  const visited = new Set<number>();
  return positions.flatMap((position) => {
    if (visited.has(position) || !reach.get(position)?.has(position)) return [];
    const cycle = positions.filter(
      (other) => reach.get(position)?.has(other) && reach.get(other)?.has(position),
    );
    for (const member of cycle) visited.add(member);
    return [cycle];
  });
}
