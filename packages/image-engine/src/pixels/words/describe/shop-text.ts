import type { DescriptionLanguage, ShopText, ShopTexts } from '@packshot/contract';
import type { ProductFacts } from './facts.ts';
import { capitalize, listWords, saidColor, saidColors } from './said.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { SPANISH } from './spanish.ts';
import type { ShopWords } from './shop-words.ts';

const LANGUAGES: Readonly<Record<DescriptionLanguage, ShopWords>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
};

const BULLETS = 5;
/** Maximum number of colors in a product title. */
const TITLE_COLORS = 3;
/**
 * Maximum length of alternative text that quotes the product's print; longer print is left out. Screen readers read the
 * text without pauses.
 */
const ALT_TEXT_MAX_LENGTH = 140;
/** Step to which shares of colors are rounded, in percent; a photo isn't more accurate. */
const SHARE_STEP = 5;
/** Ratio between width and height below which they count as equal. */
const EVEN_BELOW = 1.15;

/** Writes a shop page's texts in each language, from the measurements and the product name. */
export function shopTexts(facts: ProductFacts): ShopTexts {
  const inLanguage = (words: ShopWords): ShopText => ({
    title: formatTitle(facts, words),
    bullets: listBullets(facts, words),
    alt_text: formatAltText(facts, words),
  });
  const { en, de, fr, es, it } = LANGUAGES;
  return {
    en: inLanguage(en),
    de: inLanguage(de),
    fr: inLanguage(fr),
    es: inLanguage(es),
    it: inLanguage(it),
  };
}

/** Noun for the product: its name, a kind printed on it, the recognized noun, or its form. */
function whatItIs({ name, kind, noun: recognized, form }: ProductFacts, words: ShopWords): string {
  if (name !== null) return name;
  if (kind !== null) {
    const noun = words.kinds[kind.noun];
    return form.profile === 'bottle' ? words.bottlePhrase(noun) : words.productPhrase(noun);
  }
  if (recognized !== null) return recognized.words[words.language];
  return form.profile === null ? words.product : words.shaped[form.profile];
}

function inColors(what: string, colors: readonly string[], words: ShopWords): string {
  return colors.length === 0 ? what : words.inColors(what, listWords(colors, words.and), colors.length);
}

const colorWords = (names: readonly (keyof ShopWords['colors'])[], words: ShopWords): string[] =>
  names.map((name) => words.colors[name]);

function formatTitle(facts: ProductFacts, words: ShopWords): string {
  const colors = colorWords(saidColors(facts).main.slice(0, TITLE_COLORS), words);
  const title = inColors(whatItIs(facts, words), colors, words);
  return capitalize(facts.form.handle === null ? title : `${title}, ${words.withHandle.any}`);
}

function formatAltText(facts: ProductFacts, words: ShopWords): string {
  const { main, accents } = saidColors(facts);
  const { handle } = facts.form;
  let text = inColors(whatItIs(facts, words), colorWords([...main, ...accents], words), words);
  if (handle !== null) text += `, ${words.withHandle[handle]}`;
  for (let count = facts.text.length; count > 0; count--) {
    const printed = words.printedWith(text, quoteLines(facts.text.slice(0, count), words));
    if (printed.length <= ALT_TEXT_MAX_LENGTH) return capitalize(printed);
  }
  return capitalize(text);
}

function listBullets(facts: ProductFacts, words: ShopWords): string[] {
  const { text, finish, textured, form, proportions } = facts;
  const { main, accents } = saidColors(facts);
  const [first] = facts.colors;
  const colors = colorWords([...main, ...accents], words);
  const bullets: (string | false)[] = [
    colors.length > 0 && words.color(listWords(colors, words.and), colors.length),
    text.length > 0 && words.print(quoteLines(text, words)),
    finish !== null && words.finish[finish],
    form.handle !== null && words.handle[form.handle],
    form.profile !== null && words.shape[form.profile],
    form.outline === 'round' && words.round,
    textured && words.textured,
    colors.length > 1 && words.shares(formatShares(facts, words)),
    colors.length === 1 && words.oneColor,
    !form.cropped && proportions !== null && inProportion(proportions, words),
    form.cropped ? words.cropped : words.whole,
    first !== undefined && words.colorCode(first.hex),
  ];
  return bullets.filter((bullet) => bullet !== false).slice(0, BULLETS);
}

/** Shares of the colors, such as "black 55%, golden yellow 45%". */
const formatShares = ({ colors, finish }: ProductFacts, words: ShopWords): string =>
  colors
    .map((color) => {
      const percent = Math.max(SHARE_STEP, Math.round((color.share * 100) / SHARE_STEP) * SHARE_STEP);
      return `${words.colors[saidColor(color, finish)]} ${words.percent(percent)}`;
    })
    .join(', ');

/**
 * Sentence about the product's proportions.
 * @param ratio height divided by width
 */
function inProportion(ratio: number, words: ShopWords): string {
  const isTaller = ratio > 1;
  const times = isTaller ? ratio : 1 / ratio;
  if (times < EVEN_BELOW) return words.even;
  return words.proportions(times.toFixed(1).replace('.', words.point), isTaller);
}

const quoteLines = (lines: readonly string[], { quotes: [open, close] }: ShopWords): string =>
  lines.map((line) => `${open}${line}${close}`).join(', ');
