/** Search for commands by a few letters of their names. */

/** Lower case without accents, so that "uber" finds "Über". */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/** Score of letters that occur in this order but not side by side; the closer together, the higher. */
function spreadScore(word: string, text: string): number | null {
  let at = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1);
    if (next === -1) return null;
    if (at !== -1) gaps += next - at - 1;
    at = next;
  }
  return 1 / (1 + gaps);
}

/** Score of one word of the search: highest at the start of the name, then at the start of a word, then inside. */
function wordScore(word: string, text: string): number | null {
  const at = text.indexOf(word);
  if (at === -1) return spreadScore(word, text);
  if (at === 0) return 4;
  return /[\p{Letter}\p{Number}]/u.test(text[at - 1] ?? '') ? 2 : 3;
}

/** @returns null if a word of the search isn't in the text, even with letters between its own */
export function matchScore(search: string, text: string): number | null {
  const folded = fold(text);
  let total = 0;
  for (const word of fold(search).split(' ')) {
    if (word === '') continue;
    const score = wordScore(word, folded);
    if (score === null) return null;
    total += score;
  }
  return total;
}

/** Items whose text matches, the best first; equally good matches keep their order. */
export function bestMatches<Item>(
  items: readonly Item[],
  search: string,
  getText: (item: Item) => string,
): readonly Item[] {
  return items
    .flatMap((item) => {
      const score = matchScore(search, getText(item));
      return score === null ? [] : [{ item, score }];
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}
