/** Guesses the code page of a text: decodes the bytes in each code page, and judges the resulting letters. */
import { CODE_PAGE_IDS, decodedIn } from './code-pages.ts';
import type { CodePage } from './code-pages.ts';

export interface Reading {
  readonly page: CodePage;
  readonly text: string;
  /** Plausibility of the reading: at most 1, and below 0 if hardly any non-ASCII character fits its context. */
  readonly score: number;
}

/** Number of bytes that suffices to detect the code page. */
const TELLING_BYTES = 16_384;

/**
 * Different readings of the bytes, most likely first.
 * @param pages code pages by likelihood, which decides between readings with equally plausible letters
 */
export function likelyReadings(
  bytes: Uint8Array,
  pages: readonly CodePage[] = CODE_PAGE_IDS,
): readonly Reading[] {
  const sample = tellingPart(bytes);
  const readings: Reading[] = [];
  for (const [place, page] of pages.entries()) {
    const text = decodedIn(page, sample);
    if (text === null || UNUSUAL.test(text)) continue;
    // The subtracted share makes the order of code pages decide between equal scores.
    const score = scorePage(page, sample, text) - place / 400;
    const same = readings.find((each) => each.text === text);
    if (same === undefined) readings.push({ page, text, score });
    else if (same.score < score) readings.splice(readings.indexOf(same), 1, { page, text, score });
  }
  return readings.toSorted((a, b) => b.score - a.score);
}

/** Characters that don't occur in text. */
const UNUSUAL = /[^\P{Cc}\t\n\v\f\r]|\p{Co}|\uFFFD/u;

/** Lines with non-ASCII characters, up to the number of bytes that suffices for detection. */
function tellingPart(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= TELLING_BYTES) return bytes;
  const parts: number[] = [];
  for (let at = 0; at < bytes.length && parts.length < TELLING_BYTES;) {
    const next = bytes.indexOf(0x0a, at);
    const end = next === -1 ? bytes.length : next + 1;
    const line = bytes.subarray(at, end);
    if (line.length <= TELLING_BYTES && line.some((byte) => byte > 0x7f)) parts.push(...line);
    at = end;
  }
  return parts.length === 0 ? bytes.subarray(0, TELLING_BYTES) : Uint8Array.from(parts);
}

function scorePage(page: CodePage, bytes: Uint8Array, text: string): number {
  const pairs = PAIRS[page];
  if (pairs === undefined) return scoreOfLetters(page, text);
  return scoreOfPairs(bytes, pairs) - (page === 'euc-kr' && unusualSyllables(text) > UNUSUAL_SHARE ? 0.3 : 0);
}

/** Indices of the final consonants that most Korean syllables have; 0 is no final consonant. */
const FINALS = new Set([0, 1, 4, 8, 16, 17, 21]);
const UNUSUAL_SHARE = 0.4;
const [FIRST_SYLLABLE, FINALS_COUNT] = [0xac00, 28];

/** Share of Korean syllables with unusual endings; high if the bytes are text in another language. */
function unusualSyllables(text: string): number {
  const syllables = text.match(/\p{Script=Hangul}/gu) ?? [];
  const isUnusual = (syllable: string): boolean =>
    !FINALS.has((syllable.charCodeAt(0) - FIRST_SYLLABLE) % FINALS_COUNT);
  return syllables.length === 0 ? 0 : syllables.filter(isUnusual).length / syllables.length;
}

/** Scores a pair of bytes as one character; undefined if the first byte is a character by itself. */
type PairScore = (lead: number, trail: number) => number | undefined;

const isIn = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;
const [USUAL, RARE, WRONG] = [1, 0.1, -0.6];

/** Functions that score byte pairs by row of the character set; each set groups common characters in certain rows. */
const PAIRS: Readonly<Partial<Record<CodePage, PairScore>>> = {
  shift_jis(lead, trail) {
    // Half-width katakana are single-byte characters.
    if (isIn(lead, 0xa1, 0xdf)) return undefined;
    if (lead === 0x82) return trail >= 0x9f ? USUAL : 0.5;
    if (lead === 0x83) return trail <= 0x96 ? USUAL : RARE;
    if (lead === 0x81) return trail === 0x5b ? USUAL : 0.5;
    return isIn(lead, 0x88, 0x97) ? USUAL : RARE;
  },
  'euc-jp'(lead, trail) {
    if (trail < 0xa1) return WRONG;
    if (lead === 0xa4 || lead === 0xa5) return USUAL;
    if (lead < 0xb0) return 0.3;
    return isIn(lead, 0xb0, 0xcf) ? 0.8 : RARE;
  },
  gb18030(lead, trail) {
    if (trail < 0xa1 || lead < 0xa1) return WRONG;
    if (lead < 0xb0) return isIn(lead, 0xa4, 0xa9) ? 0 : 0.4;
    return isIn(lead, 0xb0, 0xd7) ? 0.98 : RARE;
  },
  big5(lead) {
    if (isIn(lead, 0xa4, 0xc6)) return 0.95;
    return isIn(lead, 0xa1, 0xa3) ? 0.3 : RARE;
  },
  'euc-kr'(lead, trail) {
    if (trail < 0xa1 || lead < 0xa1) return WRONG;
    if (lead < 0xb0) return 0.2;
    return isIn(lead, 0xb0, 0xc8) ? USUAL : WRONG;
  },
};

function scoreOfPairs(bytes: Uint8Array, pairScore: PairScore): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const score = pairScore(lead, bytes[at + 1] ?? 0);
    // A Chinese, Japanese or Korean character inside a word of Latin letters indicates a wrong code page.
    const isInWord = isSmall(bytes[at - 1]) || isSmall(bytes[at + (score === undefined ? 1 : 2)]);
    sum += isInWord ? Math.min(0, score ?? WRONG) : (score ?? WRONG);
    count += 1;
    if (score !== undefined) at += 1;
  }
  return count === 0 ? 0 : sum / count;
}

const isSmall = (byte = 0): boolean => isIn(byte, 0x61, 0x7a);

/** Letters of the languages written in a code page, most frequent first. */
const LETTERS: Readonly<Partial<Record<CodePage, string>>> = {
  'windows-1252': 'éäüöàèßáóíçãøåñæêâôúëìòùîœïõû',
  'windows-1250': 'áéíóąęłćőűěčžšřúöüżýůśńźďťňäßăşţâîđľĺô',
  'windows-1254': 'çğıöşüâî',
  'windows-1257': 'āēīūšžčļėįųķņģąęõäöü',
  'windows-1251': 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєґ',
  'windows-1253': 'αάβγδεέζηήθιίκλμνξοόπρσςτυύφχψωώ',
  'windows-1255': 'יוהלאתמרבשןנפםעדקחטכסגצזךףץ',
  'windows-1256': 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإئةىپچژگ',
  'windows-874': 'กขคงจฉชซญณดตถทธนบปผฝพฟภมยรลวศษสหอฮะาิีึืุูเแโใไ่้๊็์ัำ',
};
const LIKE: Readonly<Partial<Record<CodePage, CodePage>>> = {
  'iso-8859-2': 'windows-1250',
  cp852: 'windows-1250',
  macintosh: 'windows-1252',
  cp437: 'windows-1252',
  cp850: 'windows-1252',
  'koi8-r': 'windows-1251',
  'x-mac-cyrillic': 'windows-1251',
  ibm866: 'windows-1251',
};
/** Symbols that usually occur between words, or after a number. */
const MARKS = new Set('€…–—‘’“”„‚«»°²³µ·•®™©§×½¼¾№\u00A0');
const LETTER = /[\p{L}\p{M}]/u;
const LATIN = /\p{Script=Latin}/u;

function scoreOfLetters(page: CodePage, text: string): number {
  const letters = LETTERS[LIKE[page] ?? page] ?? '';
  let [sum, count] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character <= '\u007F') continue;
    sum += scoreOfLetter(character, text.charAt(at - 1), text.charAt(at + 1), letters);
    count += 1;
  }
  return count === 0 ? 0 : sum / count - (hasFewVowels(text) ? 0.3 : 0);
}

/** Smallest share of vowels in Cyrillic and Greek words; other alphabets misread as these have fewer. */
const LEAST_VOWELS = 0.25;

function hasFewVowels(text: string): boolean {
  const letters = text.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu) ?? [];
  const vowels = text.match(/[аеиоуыэюяёіїєαεηιουωάέήίόύώ]/giu) ?? [];
  return vowels.length < letters.length * LEAST_VOWELS;
}

function scoreOfLetter(character: string, before: string, after: string, letters: string): number {
  const isInWord = LETTER.test(before) || LETTER.test(after);
  if (!LETTER.test(character))
    return MARKS.has(character) && !(LETTER.test(before) && LETTER.test(after)) ? 0.4 : -1;
  const small = character.toLowerCase();
  if (!letters.includes(small)) return -0.5;
  // A capital after a small letter is unlikely.
  if (character !== small && before !== before.toUpperCase()) return -1;
  // A small letter between capitals is unlikely.
  if (character === small && small !== character.toUpperCase() && isCapital(before) && isCapital(after))
    return -0.6;
  const isLatin = LATIN.test(character);
  const rank = letters.indexOf(small) / letters.length;
  const hasOther = [before, after].some((each) => LETTER.test(each) && LATIN.test(each) !== isLatin);
  if (hasOther) return -0.8;
  // Languages in Latin letters rarely have two consecutive non-ASCII letters; other alphabets have whole words of them.
  const isBesideOther = [before, after].some((each) => each > '\u007F' && LETTER.test(each));
  if (isLatin) return 1 - rank * 0.2 - (isBesideOther ? 0.3 : 0);
  return isInWord ? 1 - rank * 0.3 : 0.2;
}

const isCapital = (character: string): boolean =>
  character !== character.toLowerCase() && character === character.toUpperCase();
