import type { ColorWord } from './color-words.ts';
import type { ProductFacts, Profile } from './facts.ts';
import { capitalize, listWords, saidColors } from './said.ts';

const PROFILE_WORDS: Readonly<Record<Profile, string>> = { bottle: 'bottle-shaped', cup: 'cup-shaped' };

/** Formats one or two sentences from the measurements; null if the measurements don't suffice for one. */
export function toSentence(facts: ProductFacts): string | null {
  if (facts.colors.length === 0 && facts.text.length === 0 && facts.finish === null) return null;
  return [mainSentence(facts), textSentence(facts)].filter((sentence) => sentence !== undefined).join(' ');
}

function mainSentence(facts: ProductFacts): string {
  const { main, accents } = saidColors(facts);
  if (facts.name === null && facts.isPartlySeen && main.length > 0) {
    return `${capitalize(withArticle(formatNoun(facts)))} with parts in ${listWords([...main, ...accents])}.`;
  }
  const { what, colors } =
    facts.name === null ? describeUnnamed(facts, main) : { what: facts.name, colors: main };
  const inColors = colors.length > 0 ? ` in ${listWords(colors)}` : '';
  const details = listDetails(facts, accents);
  const withDetails = details.length === 0 ? '' : `${inColors === '' ? '' : ','} with ${listWords(details)}`;
  return `${capitalize(what)}${inColors}${withDetails}${formatView(facts)}.`;
}

/**
 * Phrase such as "A round glossy red product" for a product without a name, and the colors that the phrase doesn't
 * mention.
 */
function describeUnnamed(
  facts: ProductFacts,
  main: readonly ColorWord[],
): { what: string; colors: readonly ColorWord[] } {
  const { form, finish, kind, noun: recognized } = facts;
  const isNamed = recognized !== null || (form.profile === 'bottle' && kind !== null);
  const isOne = main.length === 1;
  const adjectives = [
    form.outline === 'round' ? 'round' : undefined,
    finish === 'transparent' ? undefined : finish,
    isOne ? main[0] : undefined,
    isNamed ? undefined : form.profile && PROFILE_WORDS[form.profile],
  ];
  const noun = [...adjectives, formatNoun(facts)].filter((word) => typeof word === 'string').join(' ');
  return { what: withArticle(noun), colors: isOne ? [] : main };
}

function formatNoun({ kind, noun, form }: ProductFacts): string {
  if (noun !== null) return noun.counted;
  if (kind === null) return 'product';
  return form.profile === 'bottle' ? `${kind.noun} bottle` : `${kind.noun} product`;
}

function listDetails(
  { form, textured, finish, name }: ProductFacts,
  accents: readonly ColorWord[],
): string[] {
  const details: string[] = [];
  if (accents.length > 0) details.push(`touches of ${listWords(accents)}`);
  const surface = [
    name !== null && finish !== 'transparent' ? finish : null,
    textured ? 'textured' : null,
  ].filter((adjective) => adjective !== null);
  if (surface.length > 0) details.push(`a ${surface.join(', ')} surface`);
  if (form.handle !== null) details.push(`a handle on the ${form.handle}`);
  if (finish === 'transparent') details.push('see-through parts');
  return details;
}

/** Phrase about the product's orientation, added only if the sentence would otherwise be misleading. */
function formatView({ orientation, form }: ProductFacts): string {
  return orientation === 'tilted' && !form.cropped && form.handle === null ? ', shown at an angle' : '';
}

function textSentence({ text }: ProductFacts): string | undefined {
  if (text.length === 0) return undefined;
  return `The text on it reads ${listWords(text.map((line) => `“${line}”`))}.`;
}

/**
 * Chooses "a" or "an" by the first letter, which suffices for the words used in these phrases: every one of them that
 * starts with a vowel letter also starts with a vowel sound.
 */
const withArticle = (phrase: string): string =>
  `${/^(?:[aeiou]|hourglass)/.test(phrase) ? 'an' : 'a'} ${phrase}`;
