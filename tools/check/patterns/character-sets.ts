/** Set of characters as sorted, non-adjacent ranges, both ends included. */
export type CharacterSet = readonly (readonly [number, number])[];

const LAST_UNIT = 0xffff;
const LAST_CODE_POINT = 0x10ffff;

export const EVERYTHING: CharacterSet = [[0, LAST_CODE_POINT]];

const cachedSets = new Map<string, CharacterSet>();

/**
 * Characters that one element of a regular expression matches, determined by testing all characters with this
 * machine's regular expression engine.
 * @param element source of a character, an escape or a class
 * @param flags flags of the pattern
 */
export function characterSet(element: string, flags: string): CharacterSet {
  const relevant = [...flags].filter((flag) => 'isuv'.includes(flag)).join('');
  const key = `${relevant}/${element}`;
  let set = cachedSets.get(key);
  if (set === undefined) {
    set = readSet(new RegExp(`^(?:${element})$`, relevant), /[uv]/.test(relevant));
    cachedSets.set(key, set);
  }
  return set;
}

function readSet(pattern: RegExp, isByCodePoint: boolean): CharacterSet {
  const ranges: [number, number][] = [];
  const last = isByCodePoint ? LAST_CODE_POINT : LAST_UNIT;
  for (let code = 0; code <= last; code += 1) {
    if (!pattern.test(isByCodePoint ? String.fromCodePoint(code) : String.fromCharCode(code))) continue;
    const range = ranges.at(-1);
    if (range?.[1] === code - 1) range[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

/** True if at least one character is in all of the sets. */
export function haveCommonCharacter(...sets: readonly CharacterSet[]): boolean {
  return sets.reduce(intersection, EVERYTHING).length > 0;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let from = 0;
  for (const [first, last] of set) {
    if (first > from) gaps.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= LAST_CODE_POINT) gaps.push([from, LAST_CODE_POINT]);
  return gaps;
}

export function intersection(a: CharacterSet, b: CharacterSet): CharacterSet {
  const common: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left, right] = [a[i] as readonly [number, number], b[j] as readonly [number, number]];
    const [from, to] = [Math.max(left[0], right[0]), Math.min(left[1], right[1])];
    if (from <= to) common.push([from, to]);
    if (left[1] < right[1]) i += 1;
    else j += 1;
  }
  return common;
}
