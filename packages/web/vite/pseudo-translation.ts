/** Share by which translations are typically longer than the English text. */
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
 * Test translation of a message: readable, longer and between brackets, so that testers see a sentence that isn't
 * marked, or doesn't fit its place. Arguments and tags stay unchanged.
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
