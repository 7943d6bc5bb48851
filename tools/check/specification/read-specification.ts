/** Finds the literals in the text of the specification, so that none of them can be forgotten in the table. */

/** The text of each section by its number. */
export function readSections(specification: string): Map<number, string> {
  const parts = specification.split(/^## (\d+)\. .*$/m).slice(1);
  const sections = new Map<number, string>();
  for (let at = 0; at < parts.length; at += 2) sections.set(Number(parts[at]), parts[at + 1] ?? '');
  return sections;
}

const QUOTED = /(?<=^|[\s(])'(.+?)'(?=[\s.,;:)]|$)/gm;

/** What stands between single quotes; the apostrophe inside of a word is none. */
export const quotedIn = (text: string): string[] => [...text.matchAll(QUOTED)].map((match) => match[1] ?? '');

/**
 * Paths, whole. In an enumeration of calls the later ones are named by their last part alone: `/a/v1/one/, two/` is
 * `/a/v1/one/` and `/a/v1/two/`.
 */
export function pathsIn(text: string): string[] {
  const found: string[] = [];
  for (const line of text.split('\n')) {
    let folder = '';
    for (const [, path = ''] of line.matchAll(
      /(?<=^|[\s|])(\/|\/?[\w{}-]+(?:\/[\w{}-]+)*\/|(?:\/[\w{}-]+)+)(?=[\s,;:|]|$)/g,
    )) {
      const whole = path.startsWith('/') ? path : folder + path;
      folder = whole.replace(/[^/]+\/$/, '');
      if (whole.startsWith('/')) found.push(whole);
    }
  }
  return found;
}

/** Names as programs have them, with an underscore or a capital inside; what is quoted is found as that. */
export const namesIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(QUOTED, '')
      .matchAll(/(?<![\w./{-])(?:[a-z\d]+(?:_[a-z\d]+)+|[a-z]+[a-z\d]*[A-Z]\w*)(?![\w/-])/g),
  ].map((match) => match[0]);

/** Numbers, also where they are parts of a word, a size or a range. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d+(?:\.\d+)?(?:e\d+)?/g)].map((match) => Number(match[0]));

/** The enumeration that begins with "Local storage keys:". */
export const storageKeysIn = (text: string): string[] =>
  /Local storage keys: ([\w, ]+)\./.exec(text)?.[1]?.split(', ') ?? [];
