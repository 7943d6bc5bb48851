import type { Outline, ProductColor, ProductFacts, Profile } from './facts.ts';

const PROFILE_WORDS: Readonly<Record<Profile, string>> = { bottle: 'bottle-shaped', cup: 'cup-shaped' };
/** Outlines that a profile already implies. */
const IMPLIED: Readonly<Record<Profile, ReadonlySet<Outline>>> = {
  bottle: new Set(['tall', 'slender']),
  cup: new Set(),
};
/** From this share on a third color is listed with the others, below it as an accent. */
const ACCENT_SHARE = 0.12;
const SYMMETRIC_FROM = 0.93;

/** One or two sentences from the measurements; null when there is nothing to say. */
export function toSentence(facts: ProductFacts): string | null {
  if (facts.colors.length === 0 && facts.text.length === 0 && facts.finish === null) return null;
  return [mainSentence(facts), textSentence(facts)].filter((sentence) => sentence !== undefined).join(' ');
}

function mainSentence(facts: ProductFacts): string {
  const { form, finish, kind } = facts;
  const colors = colorWords(facts);
  const adjectives = [
    form.outline !== null && (form.profile === null || !IMPLIED[form.profile].has(form.outline))
      ? form.outline
      : undefined,
    finish === null || finish === 'transparent' ? undefined : finish,
    colors.main.length === 1 ? colors.main[0] : undefined,
    form.profile === 'bottle' && kind !== null ? undefined : form.profile && PROFILE_WORDS[form.profile],
  ];
  const noun = [...adjectives, nounOf(facts)].filter((word) => typeof word === 'string').join(' ');
  const inColors = colors.main.length > 1 ? ` in ${listed(colors.main)}` : '';
  const details = detailsOf(facts, colors.accents);
  const withDetails = details.length === 0 ? '' : `${inColors === '' ? '' : ','} with ${listed(details)}`;
  return `${capitalized(withArticle(noun))}${inColors}${withDetails}${viewOf(facts)}.`;
}

function nounOf({ kind, form }: ProductFacts): string {
  if (kind === null) return 'product';
  return form.profile === 'bottle' ? `${kind.noun} bottle` : `${kind.noun} product`;
}

function colorWords({ colors, finish }: ProductFacts): { main: string[]; accents: string[] } {
  const isAccent = ({ share }: ProductColor, index: number): boolean => index > 0 && share < ACCENT_SHARE;
  const word = ({ name }: ProductColor): string =>
    finish === 'metallic' && name.endsWith('gray') ? name.replace('gray', 'silver') : name;
  return {
    main: colors.filter((color, index) => !isAccent(color, index)).map(word),
    accents: colors.filter(isAccent).map(word),
  };
}

function detailsOf({ form, textured, finish }: ProductFacts, accents: readonly string[]): string[] {
  const details: string[] = [];
  if (accents.length > 0) details.push(`touches of ${listed(accents)}`);
  if (form.handle !== null) details.push(`a handle on the ${form.handle}`);
  if (textured) details.push('a textured surface');
  if (finish === 'transparent') details.push('see-through parts');
  const formSaid = form.outline !== null || form.profile !== null;
  if (!formSaid && !form.cropped && form.symmetry >= SYMMETRIC_FROM) details.push('a symmetrical shape');
  return details;
}

/** Mentions the view only where the sentence would otherwise be misleading. */
function viewOf({ orientation, form }: ProductFacts): string {
  return orientation === 'tilted' && !form.cropped && form.handle === null ? ', shown at an angle' : '';
}

function textSentence({ text }: ProductFacts): string | undefined {
  if (text.length === 0) return undefined;
  return `The text on it reads ${listed(text.map((line) => `“${line}”`))}.`;
}

/** "a", "a and b", "a, b and c". */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * By first letter, which suffices for the words above: each that starts with a vowel letter also sounds like
 * one.
 */
const withArticle = (phrase: string): string => `${/^[aeio]/.test(phrase) ? 'an' : 'a'} ${phrase}`;
const capitalized = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1);
