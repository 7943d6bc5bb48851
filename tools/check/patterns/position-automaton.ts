import { RegExpParser } from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import { characterSet, complement, EVERYTHING, intersection } from './character-sets.ts';
import type { CharacterSet } from './character-sets.ts';

/**
 * Number of ways from one position of a pattern to other positions without reading a character; 2 means two or more.
 */
type Ways = Map<number, number>;

/** Pattern as a graph (automaton) whose paths are the ways of reading a text. */
export interface Automaton {
  /** Set of characters that each position reads. */
  readonly sets: readonly CharacterSet[];
  readonly follow: readonly Ways[];
  /** Positions at which an attempt may begin, at any place in the text. */
  readonly anywhere: readonly number[];
  /**
   * Positions after which the whole pattern is certain to match, so the engine never backtracks from there.
   */
  readonly surelyEnds: ReadonlySet<number>;
}

/** Part of a pattern: its first and last positions, and the number of ways in which it reads nothing. */
interface Fragment {
  readonly first: Ways;
  readonly last: Ways;
  readonly empty: number;
  /** True if the part can be skipped without passing an assertion. */
  readonly isFree: boolean;
  /** Positions in `last` after which no assertion follows within the part. */
  readonly lastFree: ReadonlySet<number>;
}

/** Thrown for a pattern with a feature whose cost this model doesn't cover. */
export class UnknownCostError extends Error {}

/** Count up to which repetitions are written out; larger ones count as unlimited, which only adds paths. */
const LARGEST_WRITTEN_OUT = 64;
const LARGEST_AUTOMATON = 4000;

const NOTHING: Fragment = {
  first: new Map(),
  last: new Map(),
  empty: 1,
  isFree: true,
  lastFree: new Set(),
};
/** Assertion such as `^`, `$` or `\b`, which reads nothing and may reject the attempt. */
const ASSERTION: Fragment = { ...NOTHING, isFree: false };

/**
 * Builds Glushkov's automaton of a pattern, with the number of ways between its positions. Assertions are assumed to
 * hold, and the text that they look at is a dead end, so that the graph has at least the paths that a backtracking
 * engine takes.
 * @throws UnknownCostError for back references and for lookbehinds of variable length
 */
export function positionAutomaton(source: string, flags: string): Automaton {
  const hasSets = flags.includes('v');
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: hasSets,
  });
  return new Builder(flags).automaton(pattern);
}

class Builder {
  readonly #flags: string;
  readonly #sets: CharacterSet[] = [];
  readonly #follow: Ways[] = [];

  constructor(flags: string) {
    this.#flags = flags;
  }

  automaton(pattern: AST.Pattern): Automaton {
    const anywhere = new Set<number>();
    const surelyEnds = new Set<number>();
    for (const alternative of pattern.alternatives) {
      const fragment = this.#sequence(alternative.elements);
      for (const position of fragment.lastFree) surelyEnds.add(position);
      if (this.#flags.includes('y') || this.#isAnchored(alternative)) continue;
      for (const position of this.#entries(alternative, fragment)) anywhere.add(position);
    }
    return { sets: this.#sets, follow: this.#follow, anywhere: [...anywhere], surelyEnds };
  }

  #isAnchored({ elements: [head] }: AST.Alternative): boolean {
    return head?.type === 'Assertion' && head.kind === 'start' && !this.#flags.includes('m');
  }

  /**
   * Positions at which an attempt begins. If the pattern starts with `^` (of a line), `\b` or `(?<![…])`, the attempt
   * begins only after certain characters, which an additional position reads.
   */
  #entries({ elements: [head] }: AST.Alternative, { first }: Fragment): number[] {
    if (head?.type !== 'Assertion') return [...first.keys()];
    if (head.kind === 'start') return [this.#add(characterSet('[\\n\\r\\u2028\\u2029]', ''), new Map(first))];
    if (head.kind === 'lookbehind') {
      const before = singleClass(head);
      return before === null
        ? [...first.keys()]
        : [this.#add(complement(characterSet(before, this.#flags)), new Map(first))];
    }
    if (head.kind !== 'word' || head.negate) return [...first.keys()];
    const [word, other] = [characterSet('\\w', 'i'), characterSet('\\W', this.#flags)];
    const isIn = (position: number, set: CharacterSet) =>
      intersection(this.#set(position), set).length === this.#set(position).length &&
      intersection(this.#set(position), set === word ? other : word).length === 0;
    const inWords = [...first].filter(([position]) => isIn(position, word));
    const rest = [...first.keys()].filter((position) => !isIn(position, word));
    return [this.#add(other, new Map(inWords)), ...rest];
  }

  #set(position: number): CharacterSet {
    return this.#sets[position] ?? EVERYTHING;
  }

  #add(set: CharacterSet, follow: Ways = new Map()): number {
    if (this.#sets.length >= LARGEST_AUTOMATON)
      throw new UnknownCostError('it is too large to be looked through');
    this.#follow.push(follow);
    return this.#sets.push(set) - 1;
  }

  #sequence(elements: readonly AST.Element[]): Fragment {
    return elements.reduce((before, element) => this.#join(before, this.#element(element)), NOTHING);
  }

  #element(element: AST.Element): Fragment {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass': {
        const position = this.#add(characterSet(element.raw, this.#flags));
        const only = new Map([[position, 1]]);
        return { first: only, last: only, empty: 0, isFree: false, lastFree: new Set([position]) };
      }
      case 'Group':
      case 'CapturingGroup':
        return this.#choice(element.alternatives);
      case 'Quantifier':
        return this.#repeated(element);
      case 'Assertion':
        return this.#assertion(element);
      default:
        throw new UnknownCostError(`${element.raw} is not understood here`);
    }
  }

  #choice(alternatives: readonly AST.Alternative[]): Fragment {
    const fragments = alternatives.map(({ elements }) => this.#sequence(elements));
    return {
      first: sum(fragments.map(({ first }) => first)),
      last: sum(fragments.map(({ last }) => last)),
      empty: Math.min(
        2,
        fragments.reduce((total, { empty }) => total + empty, 0),
      ),
      isFree: fragments.some(({ isFree }) => isFree),
      lastFree: new Set(fragments.flatMap(({ lastFree }) => [...lastFree])),
    };
  }

  #repeated({ min, max, element }: AST.Quantifier): Fragment {
    const isWrittenOut = max <= LARGEST_WRITTEN_OUT;
    const copies = Math.min(min, LARGEST_WRITTEN_OUT);
    let tail = isWrittenOut ? NOTHING : this.#endless(element);
    // Writes out x{1,3} as x(x(x)?)?
    for (let remaining = isWrittenOut ? max - min : 0; remaining > 0; remaining -= 1)
      tail = optional(this.#join(this.#element(element), tail));
    for (let remaining = copies; remaining > 0; remaining -= 1)
      tail = this.#join(this.#element(element), tail);
    return tail;
  }

  #endless(element: AST.Element): Fragment {
    const body = this.#element(element);
    this.#connect(body.last, body.first);
    return optional({ ...body, empty: 0 });
  }

  #assertion(assertion: AST.Assertion): Fragment {
    if (assertion.kind === 'lookahead') {
      // Path of a lookahead, which reads text but never continues.
      return { ...ASSERTION, first: this.#choice(assertion.alternatives).first };
    }
    if (assertion.kind === 'lookbehind' && /(?<!\\)[*+{]/.test(assertion.raw))
      throw new UnknownCostError('it looks back over a text of any length');
    return ASSERTION;
  }

  #join(before: Fragment, after: Fragment): Fragment {
    this.#connect(before.last, after.first);
    return {
      first: sum([before.first, times(after.first, before.empty)]),
      last: sum([after.last, times(before.last, after.empty)]),
      empty: Math.min(2, before.empty * after.empty),
      isFree: before.isFree && after.isFree,
      lastFree: new Set([...after.lastFree, ...(after.isFree ? before.lastFree : [])]),
    };
  }

  #connect(from: Ways, to: Ways): void {
    for (const [position, ways] of from) {
      const follow = this.#follow[position] as Ways;
      for (const [next, more] of to) follow.set(next, Math.min(2, (follow.get(next) ?? 0) + ways * more));
    }
  }
}

/** Character class in a negative lookbehind that contains nothing else, or null for any other lookbehind. */
function singleClass(head: AST.LookbehindAssertion): string | null {
  const [only, ...others] = head.alternatives[0]?.elements ?? [];
  const isOne = head.negate && head.alternatives.length === 1 && others.length === 0;
  return isOne && (only?.type === 'CharacterClass' || only?.type === 'Character') ? only.raw : null;
}

const optional = (fragment: Fragment): Fragment => ({
  ...fragment,
  empty: Math.min(2, fragment.empty + 1),
  isFree: true,
});

function sum(all: readonly Ways[]): Ways {
  const total: Ways = new Map();
  for (const ways of all)
    for (const [position, count] of ways)
      total.set(position, Math.min(2, (total.get(position) ?? 0) + count));
  return total;
}

const times = (ways: Ways, factor: number): Ways =>
  factor === 0
    ? new Map()
    : new Map([...ways].map(([position, count]) => [position, Math.min(2, count * factor)]));
