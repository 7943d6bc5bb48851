/** Share by which translations are typically longer than English. */
const GROWTH = 0.3;
const ACCENTED: Readonly<Record<string, string>> = {
  a: 'à',
  e: 'é',
  i: 'ï',
  o: 'ô',
  u: 'ü',
  n: 'ñ',
  c: 'ç',
  s: 'š',
};

/**
 * Test text for a message: readable, longer and between brackets, so that a sentence which isn't marked, or doesn't fit
 * its place, shows. Arguments and tags stay.
 */
export function pseudoTranslation(message: string): string {
  let depth = 0;
  let isTag = false;
  const accented = [...message].map((letter, at) => {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (letter === '<' && /[\w/]/.test(message[at + 1] ?? '')) isTag = true;
    const isText = depth % 2 === 0 && !isTag;
    if (letter === '>') isTag = false;
    return isText ? (ACCENTED[letter] ?? letter) : letter;
  });
  return `[${accented.join('')}${'·'.repeat(Math.ceil(message.length * GROWTH))}]`;
}
