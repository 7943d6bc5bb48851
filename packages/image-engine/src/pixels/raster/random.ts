/** Function that generates random integers from 0 up to but not including `below` (at most 2^31). */
export type Random = (below: number) => number;

/**
 * Random generator Mulberry32 (Ettinger, 2017): small, fast, sufficient for a search, and identical on every machine.
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** Hash function FNV-1a (Fowler, Noll, Vo), 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
