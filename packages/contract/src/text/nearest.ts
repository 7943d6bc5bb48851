/** Known word that a misspelled `word` most likely means; undefined if none is close. */
export function nearest(word: string, knownWords: readonly string[]): string | undefined {
  const begun = knownWords.filter((each) => word.length > 1 && each.startsWith(word));
  if (begun.length === 1) return begun[0];
  const rows = knownWords.map((each) => ({ each, edits: editsBetween(word, each) }));
  const [best] = rows.toSorted((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= Math.max(1, Math.floor(best.each.length / 3))
    ? best.each
    : undefined;
}

/** Number of letters at the start of a word that are compared. */
const COMPARED = 40;

/** Number of insertions, deletions, replacements and swaps of adjacent letters (optimal string alignment). */
export function editsBetween(one: string, other: string): number {
  const [a, b] = [one.slice(0, COMPARED), other.slice(0, COMPARED)];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const put = (next[j - 1] ?? 0) + 1;
      const deletionCost = (row[j] ?? 0) + 1;
      const exchanged = (row[j - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(put, deletionCost, exchanged, isSwap ? (before[j - 2] ?? 0) + 1 : Infinity);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
