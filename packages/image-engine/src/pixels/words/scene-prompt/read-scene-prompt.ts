import { readColor } from '../../color/color-names.ts';
import { shaded } from './color-classes.ts';
import { hexOfOklab, oklabOfHex } from '../../color/oklab.ts';
import { impliedGround, readInContext } from './read-in-context.ts';
import type { ProductTrait } from './product-words.ts';
import type { ColorRequest, ScenePromptReading, UnderstoodPhrase, Want } from './reading.ts';
import { splitCompounds } from './split-compounds.ts';
import { tokenize } from './tokens.ts';
import type { Token } from './tokens.ts';
import { listForms, LONGEST_PHRASE, findMeaning, misspelled } from './vocabulary.ts';
import type { Concept, Meaning } from './vocabulary.ts';
import * as lists from './word-lists.ts';

/** Maximum parsed length of a prompt, far above the limit of the web form. */
const MAX_READ_LENGTH = 10_000;
/** Maximum number of unknown words that are checked for typos. */
const MAX_SLIPS = 64;

/**
 * Parses the description of a scene in English, with common words of German, French, Spanish and Italian: objects,
 * seasons, moods, light, colors, and exclusions. Never throws; unknown words are reported and have no effect. Pure
 * function, fast enough to run at every keystroke.
 */
export function readScenePrompt(prompt: string): ScenePromptReading {
  return new Reader(prompt.slice(0, MAX_READ_LENGTH)).read();
}

/** Phrase found at a position: its meaning and its number of words. */
type PhraseMatch =
  | { readonly is: 'color'; readonly words: number; readonly hex: string; readonly isExact: boolean }
  | { readonly is: 'thing'; readonly words: number; readonly meaning: Meaning };

/**
 * Current negation, such as “no”, and how far it reaches. After a noun it only continues with "or" or a noun of the
 * same kind.
 */
type Negation = { readonly from: Token; readonly afterNoun: Concept['kind'] | null } | null;

class Reader {
  readonly #prompt: string;
  readonly #tokens: readonly Token[];
  readonly #understood: UnderstoodPhrase[] = [];
  readonly #ignored = new Map<string, string>();
  readonly #wants: Want[] = [];
  readonly #colors: ColorRequest[] = [];
  readonly #uses: ProductTrait[] = [];
  #negation: Negation = null;
  /** Last thing, place or material that the prompt named, and the position after it. */
  #named: { readonly concept: Concept; readonly end: number } | null = null;
  #slips = 0;

  constructor(prompt: string) {
    this.#prompt = prompt;
    this.#tokens = splitCompounds(tokenize(prompt));
  }

  read(): ScenePromptReading {
    for (let at = 0; at < this.#tokens.length;) at += this.#readAt(at);
    readInContext({ understood: this.#understood, wants: this.#wants, colors: this.#colors });
    const implied = impliedGround({ wants: this.#wants, colors: this.#colors });
    return {
      understood: this.#understood,
      ignored: [...this.#ignored.values()],
      wants: implied === undefined ? this.#wants : [...this.#wants, implied],
      colors: this.#colors,
      uses: this.#uses,
    };
  }

  /** Parses the phrase at a position and returns its number of words. */
  #readAt(at: number): number {
    const token = this.#tokens[at];
    if (token.startsClause) this.#negation = null;
    const match = this.#phraseAt(at);
    if (match !== undefined) return this.#take(at, match);
    const { word } = token;
    if (this.#readsAsNegation(at)) return 1;
    if (lists.NEVER_SHOWN.has(word)) this.#takeNeverShown(at);
    else if (!lists.FILLERS.has(word) && !/^\d+$/.test(word)) return this.#readUnknown(at);
    return 1;
  }

  #readsAsNegation(at: number): boolean {
    const { word } = this.#tokens[at];
    if (lists.NEGATION_ENDS.has(word)) this.#negation = null;
    if (this.#negation?.afterNoun != null && !lists.ALTERNATIVES.has(word)) {
      // "No flowers and leaves" excludes the leaves, but "no flowers and warm light" doesn't exclude the light. After a
      // conjunction, the next phrase therefore decides whether the negation continues.
      if (!lists.CONJUNCTIONS.has(word)) this.#negation = null;
    }
    if (!lists.NEGATORS.has(word)) return false;
    const next = this.#tokens[at + 1];
    if (next !== undefined && !lists.UN_NEGATORS.has(next.word)) {
      this.#negation = { from: this.#tokens[at], afterNoun: null };
    }
    return true;
  }

  #readUnknown(at: number): number {
    const { word, from, to } = this.#tokens[at];
    const meaning = this.#slips < MAX_SLIPS ? misspelled(word) : undefined;
    this.#slips++;
    if (meaning !== undefined) return this.#take(at, { is: 'thing', words: 1, meaning });
    if (!this.#ignored.has(word)) this.#ignored.set(word, this.#prompt.slice(from, to));
    return 1;
  }

  /** Longest phrase that starts at a position. */
  #phraseAt(at: number): PhraseMatch | undefined {
    for (let words = Math.min(LONGEST_PHRASE, this.#clauseLength(at)); words >= 1; words--) {
      const phrase = this.#tokens.slice(at, at + words).map(({ word }) => word);
      const color = readColorPhrase(phrase);
      const meaning = words === 1 && lists.FILLERS.has(phrase[0]) ? undefined : findMeaning(phrase);
      const isShadedMaterial = words > 1 && this.#isShadedMaterial(at, words);
      if (
        color !== undefined &&
        !isShadedMaterial &&
        (meaning === undefined || this.#meansColor(at, words, meaning))
      ) {
        return { is: 'color', words, ...color };
      }
      if (meaning !== undefined) return { is: 'thing', words, meaning };
    }
    return undefined;
  }

  /**
   * True for stone in "dark slate", although slate is also a color. As the color of another object ("dark slate
   * wall"), slate isn't the stone.
   */
  #isShadedMaterial(at: number, words: number): boolean {
    if (words !== 2 || !Object.hasOwn(lists.SHADES_OF_MATERIALS, this.#wordAt(at))) return false;
    const meaning = findMeaning([this.#wordAt(at + 1)]);
    if (meaning?.is !== 'concept' || meaning.concept.kind !== 'material') return false;
    if (METALS.has(meaning.concept.id)) return false;
    const next = this.#tokens[at + words];
    if (next === undefined || next.startsClause) return true;
    if (lists.COLOR_NOUNS.has(next.word)) return false;
    const described = lists.FILLERS.has(next.word) ? undefined : findMeaning([next.word]);
    return described === undefined;
  }

  #clauseLength(at: number): number {
    let end = at + 1;
    while (end < this.#tokens.length && end - at < LONGEST_PHRASE && !this.#tokens[end].startsClause) end++;
    return end - at;
  }

  #wordAt(at: number): string {
    return this.#tokens[at]?.word ?? '';
  }

  /** True if a word that means both a color and an object is used as the color. */
  #meansColor(at: number, words: number, meaning: Meaning): boolean {
    const next = this.#tokens[at + words];
    if (next !== undefined && !next.startsClause && lists.COLOR_NOUNS.has(next.word)) {
      // Only a brick wall is an exception: it consists of bricks, so "brick" isn't a color.
      return !(meaning.is === 'concept' && meaning.concept.id === 'brick' && lists.WALLS.has(next.word));
    }
    if (meaning.is === 'concept') return false;
    if (lists.COLOR_RATHER_THAN_PRODUCT.has(this.#wordAt(at))) {
      return !lists.BEFORE_A_PRODUCT.has(this.#wordAt(at - 1));
    }
    return false;
  }

  #take(at: number, match: PhraseMatch): number {
    return match.is === 'color' ? this.#takeColor(at, match) : this.#takeThing(at, match);
  }

  #takeThing(at: number, { words, meaning }: PhraseMatch & { is: 'thing' }): number {
    if (meaning.is === 'product') {
      this.#negation = null;
      this.#note(at, words, `product: ${meaning.trait}`, false);
      if (!this.#uses.includes(meaning.trait)) this.#uses.push(meaning.trait);
      return words;
    }
    const { concept } = meaning;
    const shade = this.#shadeOfMaterial(at, words);
    if (shade !== undefined) return this.#takeShaded(at, words, shade);
    const isNegated = this.#isNegated(at, words, concept.kind);
    if (COLORED_KINDS.has(concept.kind)) this.#named = { concept, end: at + words };
    const phrase = this.#note(at, words, concept.label, isNegated);
    this.#wants.push({ id: concept.id, kind: concept.kind, isNegated, shade: 0, phrase });
    const before = /^#|^\d/.test(this.#wordAt(at)) ? undefined : readColorPhrase(this.#wordsAt(at, words));
    if (before !== undefined) {
      this.#colors.push({ hex: before.hex, isExact: false, isNegated, meantFor: 'hint', on: [], phrase });
    }
    return words;
  }

  #wordsAt(at: number, words: number): string[] {
    return this.#tokens.slice(at, at + words).map(({ word }) => word);
  }

  /** Shade that a word gives to the material after it, as "dark" in "dark wood". */
  #shadeOfMaterial(
    at: number,
    words: number,
  ): { shade: number; found: PhraseMatch & { is: 'thing' } } | undefined {
    const word = this.#wordAt(at);
    if (words !== 1 || !Object.hasOwn(lists.SHADES_OF_MATERIALS, word)) return undefined;
    const next = this.#tokens[at + 1];
    if (next === undefined || next.startsClause) return undefined;
    const match = this.#phraseAt(at + 1);
    if (match?.is !== 'thing' || match.meaning.is !== 'concept') return undefined;
    const { kind, id } = match.meaning.concept;
    if (kind !== 'material' && id !== 'wood-table' && id !== 'podium') return undefined;
    return { shade: lists.SHADES_OF_MATERIALS[word], found: match };
  }

  #takeShaded(
    at: number,
    words: number,
    { shade, found }: { shade: number; found: PhraseMatch & { is: 'thing' } },
  ): number {
    if (found.meaning.is !== 'concept') return words;
    const { id, kind, label } = found.meaning.concept;
    const isNegated = this.#isNegated(at, words + found.words, kind);
    const phrase = this.#note(at, words + found.words, `${shade < 0 ? 'dark' : 'light'} ${label}`, isNegated);
    this.#wants.push({ id, kind, isNegated, shade, phrase });
    return words + found.words;
  }

  #takeColor(at: number, { words, hex, isExact }: PhraseMatch & { is: 'color' }): number {
    const isNegated = this.#isNegated(at, words, 'tone');
    const { meantFor, on, label } = this.#aimOfColor(at, words);
    const phrase = this.#note(at, words, `color ${hex}${label}`, isNegated);
    this.#colors.push({ hex, isExact, isNegated, meantFor, on, phrase });
    // "Plain orange" asks for a plain background in orange, not for a shade of orange.
    const isPlain = this.#wordsAt(at, words - 1).some((word) => word === 'plain' || word === 'solid');
    if (isPlain && !isNegated && meantFor === 'scene')
      this.#wants.push({ id: 'plain', kind: 'mood', isNegated, shade: 0, phrase });
    return words;
  }

  /** Object that a color describes: the words after the color decide, or those before it ("sfondo verde"). */
  #aimOfColor(
    first: number,
    words: number,
  ): { meantFor: 'scene' | 'product'; on: readonly string[]; label: string } {
    const on: string[] = [];
    let label = '';
    for (let at = first + words; at < this.#tokens.length && !this.#tokens[at].startsClause;) {
      const part = lists.PART_OF_WORD.get(this.#wordAt(at));
      const match = part === undefined ? this.#phraseAt(at) : undefined;
      if (match?.is === 'thing' && match.meaning.is === 'product') {
        return { meantFor: 'product', on: [], label: ' of the product' };
      }
      const concept =
        match?.is === 'thing' && match.meaning.is === 'concept' ? match.meaning.concept : undefined;
      if (part === undefined && (concept === undefined || !COLORED_KINDS.has(concept.kind))) break;
      on.push(part ?? concept?.id ?? '');
      label += ` ${part ?? concept?.label}`;
      at += match?.words ?? 1;
    }
    const before =
      this.#tokens[first]?.startsClause === false
        ? lists.PART_OF_WORD.get(this.#wordAt(first - 1))
        : undefined;
    if (on.length === 0 && before !== undefined)
      return { meantFor: 'scene', on: [before], label: `, ${before}` };
    // As in "plantes vertes".
    if (on.length === 0 && this.#named?.end === first && this.#tokens[first]?.startsClause === false) {
      const { id, label: name } = this.#named.concept;
      return { meantFor: 'scene', on: [id], label: `, ${name}` };
    }
    return { meantFor: 'scene', on, label: label === '' ? '' : `,${label}` };
  }

  #takeNeverShown(at: number): void {
    if (this.#negation === null) {
      const { word, from, to } = this.#tokens[at];
      this.#ignored.set(word, this.#prompt.slice(from, to));
      return;
    }
    this.#note(at, 1, this.#wordAt(at), true);
    this.#negation = { ...this.#negation, afterNoun: 'prop' };
  }

  /** Checks whether the current negation applies to a phrase, and continues or ends the negation after it. */
  #isNegated(at: number, words: number, kind: Concept['kind']): boolean {
    if (this.#wordAt(at + words) === 'free') return true;
    if (this.#negation === null) return false;
    const { afterNoun } = this.#negation;
    const isNoun = NOUN_KINDS.has(kind);
    if (afterNoun !== null) {
      const joint = this.#wordAt(at - 1);
      if (
        !lists.ALTERNATIVES.has(joint) &&
        !(lists.CONJUNCTIONS.has(joint) && isNoun === NOUN_KINDS.has(afterNoun))
      ) {
        this.#negation = null;
        return false;
      }
    }
    if (isNoun || kind === 'light') this.#negation = { ...this.#negation, afterNoun: kind };
    return true;
  }

  /** Records a phrase as understood and returns its index. */
  #note(at: number, words: number, label: string, isNegated: boolean): number {
    const first = this.#tokens[at];
    const last = this.#tokens[at + words - 1];
    const negator = this.#negation?.from;
    const from =
      isNegated && negator !== undefined && this.#tokens[at - 1] === negator ? negator.from : first.from;
    this.#understood.push({
      phrase: this.#prompt.slice(from, last.to),
      as: isNegated ? `not: ${label}` : label,
    });
    return this.#understood.length - 1;
  }
}

/** Metals whose dark or light forms are colors rather than materials. */
const METALS: ReadonlySet<string> = new Set(['gold', 'brass', 'copper']);

/** Kinds of concepts whose objects have a color. */
const COLORED_KINDS: ReadonlySet<Concept['kind']> = new Set(['world', 'material', 'prop']);
const NOUN_KINDS: ReadonlySet<Concept['kind']> = new Set(['world', 'material', 'prop', 'season']);

/** Parses words that consist only of a color, in any of the parser's languages. */
function readColorPhrase(words: readonly string[]): { hex: string; isExact: boolean } | undefined {
  const last = words.at(-1) ?? '';
  const shade = lists.LATER_SHADE_OF_WORD.get(last);
  if (words.length > 1 && shade !== undefined)
    return parseColor([shade, ...words.slice(0, -1).map(inEnglish)]);
  return parseColor([...words.slice(0, -1).map(inEnglish), ...splitCompound(inEnglish(last))]);
}

function inEnglish(word: string): string {
  for (const form of listForms(word)) {
    const color = lists.COLOR_OF_WORD.get(form);
    if (color !== undefined) return color;
  }
  return word;
}

/** Splits German compounds of a color and its shade or kind: "hellblau", "senfgelb". */
function splitCompound(word: string): string[] {
  const [, kind = '', basic = ''] =
    /^(.{3,})(rot|gelb|grun|blau|rosa|braun|grau)(?:e[mnrs]?)?$/.exec(word) ?? [];
  const baseColor = lists.COLOR_OF_WORD.get(kind);
  if (baseColor !== undefined && readColor([baseColor, inEnglish(basic)]) !== undefined) return [baseColor];
  const parts = /^(hell|dunkel|pastell)(.{3,})$/.exec(word);
  const color = parts === null ? undefined : inEnglish(parts[2]);
  if (parts === null || color === undefined || readColor([color]) === undefined) return [word];
  return [parts[1] === 'dunkel' ? 'dark' : parts[1] === 'hell' ? 'light' : 'pastel', color];
}

function parseColor(words: readonly string[]): { hex: string; isExact: boolean } | undefined {
  const read = readColor(words);
  if (read === undefined) return undefined;
  const { hex, shades } = read;
  if (shades.length === 0) return { hex, isExact: words[0].startsWith('#') };
  return { hex: hexOfOklab(shaded(oklabOfHex(hex), shades)), isExact: false };
}
