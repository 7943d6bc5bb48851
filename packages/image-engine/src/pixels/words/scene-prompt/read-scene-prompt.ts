import { readColor } from '../../color/color-names.ts';
import { applyShades } from './color-classes.ts';
import { distance, hexOfOklab, oklabOfHex } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import {
  describesUnknown,
  findPlace,
  findUnit,
  isDescriber,
  isNegatedVerb,
  findAdjectiveOrder,
} from './bound-words.ts';
import type { AdjectiveOrder, Unit } from './bound-words.ts';
import { impliedBackground, readInContext } from './read-in-context.ts';
import { isCompanion, isPoseOfAnother, NOUN_KINDS, speaksOfHanging } from './pose-words.ts';
import type { ProductTrait } from './product-words.ts';
import { LAMP, STANDS, UNKNOWN_THING } from './reading.ts';
import type { ColorRequest, ScenePromptReading, UnderstoodPhrase, Want } from './reading.ts';
import { splitCompounds } from './split-compounds.ts';
import { tokenize } from './tokens.ts';
import type { Token } from './tokens.ts';
import { isEnglishNoun, listForms, LONGEST_PHRASE, findMeaning, findMisspelled } from './vocabulary.ts';
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
  readonly #adjectives: AdjectiveOrder;
  readonly #understood: UnderstoodPhrase[] = [];
  readonly #ignored = new Map<string, string>();
  readonly #wants: Want[] = [];
  readonly #colors: ColorRequest[] = [];
  readonly #uses: ProductTrait[] = [];
  #negation: Negation = null;
  /** Last thing, place or material that the prompt named, and the position after it. */
  #named: { readonly concept: Concept; readonly end: number } | null = null;
  /** Position after the first thing, place or material that the prompt named; infinite before it names any. */
  #firstNamedUntil = Infinity;
  /** Last color, and the position after it; "sky in orange and pink" has two colors of one thing. */
  #lastColor: { readonly aim: ColorAim; readonly end: number } | null = null;
  #slips = 0;

  constructor(prompt: string) {
    this.#prompt = prompt;
    this.#tokens = splitCompounds(tokenize(prompt));
    this.#adjectives = findAdjectiveOrder(this.#tokens);
  }

  read(): ScenePromptReading {
    for (let at = 0; at < this.#tokens.length;) at += this.#readAt(at);
    readInContext({ understood: this.#understood, wants: this.#wants, colors: this.#colors });
    const implied = impliedBackground({ wants: this.#wants, colors: this.#colors });
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
    const isExcludedWith = this.#negation?.afterNoun != null;
    const match = this.#phraseAt(at);
    if (match !== undefined) return this.#take(at, match);
    const { word } = token;
    if (this.#readsAsNegation(at)) return 1;
    const side = lists.WALLS.has(word) ? 'wall' : lists.FLOORS.has(word) ? 'floor' : undefined;
    // "Keine Steinwand" excludes the stone, not walls.
    if (side !== undefined) return isExcludedWith ? this.#takePartOfLast(at) : this.#takeSideOfRoom(at, side);
    if (lists.NEVER_SHOWN.has(word)) this.#takeNeverShown(at);
    else if (!isFiller(word) && !/^\d+$/.test(word)) return this.#readUnknown(at);
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
    // "Cama sin hacer" excludes nothing.
    const isAttribute = at > 0 && !this.#tokens[at].startsClause && next?.startsClause === false;
    if (isAttribute && isNegatedVerb(word, next.word) && this.#isUnknown(at + 1)) return true;
    if (next !== undefined && !lists.UN_NEGATORS.has(next.word)) {
      this.#negation = { from: this.#tokens[at], afterNoun: null };
    }
    return true;
  }

  #readUnknown(at: number): number {
    const { word, from, to } = this.#tokens[at];
    const meaning = this.#slips < MAX_SLIPS ? findMisspelled(word) : undefined;
    this.#slips++;
    if (meaning !== undefined) return this.#take(at, { is: 'thing', words: 1, meaning });
    const isAdjective = this.#tokens[at + 1]?.startsClause === false && this.#phraseAt(at + 1) !== undefined;
    // No set shows a thing outside of the vocabulary, so a request to exclude it is met.
    if (!isAdjective && this.#isNegated(at, 1, 'prop')) this.#note(at, 1, word, true);
    else if (!this.#ignored.has(word)) this.#ignored.set(word, this.#prompt.slice(from, to));
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
   * True for a material with a shade that is also a color name, as in "dark slate". False if it is the color of another
   * object ("dark slate wall").
   */
  #isShadedMaterial(at: number, words: number): boolean {
    const first = this.#wordAt(at);
    const isColored =
      shadeOfWord(first) === undefined && (readColorPhrase([first]) !== undefined || isDescriber(first));
    if (words !== 2 || (shadeOfWord(first) === undefined && !isColored)) return false;
    const meaning = findMeaning([this.#wordAt(at + 1)]);
    if (meaning?.is !== 'concept' || meaning.concept.kind !== 'material') return false;
    if (METALS.has(meaning.concept.id)) return false;
    if (isColored) return true;
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
    if (words === 1 && lists.COLORS_AFTER_NOUNS.has(this.#wordAt(at)) && this.#followsRomanceNoun(at))
      return true;
    if (meaning.is === 'concept') return false;
    if (lists.COLOR_RATHER_THAN_PRODUCT.has(this.#wordAt(at))) {
      return !lists.BEFORE_A_PRODUCT.has(this.#wordAt(at - 1));
    }
    return false;
  }

  /** True for a word directly after a noun that isn't English. */
  #followsRomanceNoun(at: number): boolean {
    const before = this.#wordAt(at - 1);
    if (before === '' || this.#tokens[at].startsClause || isFiller(before) || isEnglishNoun(before))
      return false;
    return !lists.CONJUNCTIONS.has(before) && readColorPhrase([before]) === undefined;
  }

  #take(at: number, match: PhraseMatch): number {
    return match.is === 'color' ? this.#takeColor(at, match) : this.#takeThing(at, match);
  }

  #takeThing(at: number, { words, meaning }: PhraseMatch & { is: 'thing' }): number {
    if (meaning.is === 'product') {
      this.#negation = null;
      if (isCompanion(this.#tokens, at)) return this.#takeUnread(at, words);
      if (!this.#uses.includes(meaning.trait)) this.#uses.push(meaning.trait);
      // The prompt names the product first; later ones are things of the scene: "oak desk, laptop".
      if (this.#isListed(at)) return this.#takeUnread(at, words);
      this.#note(at, words, `product: ${meaning.trait}`, false);
      return words;
    }
    const { concept } = meaning;
    if (this.#isOfAnother(at, words, concept)) return this.#takeUnread(at, words);
    if (this.#isFrenchFloor(at, concept)) return this.#takeSideOfRoom(at, 'floor');
    const text = {
      tokens: this.#tokens,
      adjectives: this.#adjectives,
      namedEnd: this.#named?.end ?? 0,
      startsPhrase: (from: number) => this.#phraseAt(from) !== undefined,
    };
    const unit = NOUN_KINDS.has(concept.kind) ? findUnit(text, at, at + words, concept) : undefined;
    if (unit !== undefined) return this.#takeUnit(at, unit, concept.kind);
    const product = NOUN_KINDS.has(concept.kind) ? this.#productAfter(at + words) : undefined;
    if (product !== undefined) return this.#takeThing(at, { ...product, words: words + product.words });
    // "Bright rug" isn't bright light.
    if (BRIGHTNESS.has(concept.id) && words === 1 && this.#describesProp(at + 1))
      return this.#takeUnread(at, words);
    if (concept.id === 'from-above' && this.#speaksOfLight(at)) {
      const light = findMeaning(['top', 'light']);
      if (light?.is === 'concept') return this.#takeThing(at, { is: 'thing', words, meaning: light });
    }
    const shaded = this.#shadeOfMaterial(at, words);
    if (shaded !== undefined) return this.#takeShaded(at, words + shaded.words, shaded);
    const later = hasShades(concept) ? this.#laterShade(at + words) : undefined;
    if (later !== undefined) return this.#takeShaded(at, words + 1, { shade: later, concept });
    if (lists.DARK_WOODS.has(this.#wordAt(at)))
      return this.#takeShaded(at, words, { shade: lists.SHADES_OF_MATERIALS['dark'] ?? 0, concept });
    const isNegated = this.#isNegated(at, words, concept.kind);
    const of =
      concept.kind === 'material'
        ? this.#findDescribedThing(at, words, concept.id)
        : ADJECTIVE_KINDS.has(concept.kind) && describesUnknown(text, at, at + words)
          ? UNKNOWN_THING
          : null;
    if (COLORED_KINDS.has(concept.kind)) this.#name(concept, at + words);
    const phrase = this.#note(at, words, concept.label, isNegated);
    const { place, from } = findPlace(this.#tokens, at, at + words);
    if (from < at && !isNegated) this.#startPhrase(phrase, from, at + words);
    this.#wants.push({ id: concept.id, kind: concept.kind, isNegated, shade: 0, phrase, of, place });
    const before = /^#|^\d/.test(this.#wordAt(at)) ? undefined : readColorPhrase(this.#wordsAt(at, words));
    if (before !== undefined) {
      this.#colors.push({ hex: before.hex, isExact: false, isNegated, meantFor: 'hint', on: [], phrase });
    }
    return words;
  }

  /**
   * True if a pose word describes another thing than the product, a hook word means a craft or other thing, a side isn't
   * the light's, or a studio isn't a photographer's.
   */
  #isOfAnother(at: number, words: number, { id, kind }: Concept): boolean {
    const named = this.#firstNamedUntil;
    if (words === 1 && lists.BARE_SIDES.has(this.#wordAt(at)))
      return (
        !this.#speaksOfLight(at) &&
        !lists.FROM_WORDS.has(this.#wordAt(at - 1)) &&
        this.#clauseAround(at).some((word) => !isFiller(word) && word !== this.#wordAt(at))
      );
    if (words === 1 && id === 'studio')
      return (
        lists.BEFORE_OTHER_STUDIOS.has(this.#wordAt(at - 1)) ||
        lists.AFTER_OTHER_STUDIOS.has(this.#wordAt(at + 1))
      );
    if (kind === 'pose') return isPoseOfAnother(this.#tokens, at, words, named);
    const isBareHook = words === 1 && lists.BARE_HOOKS.has(this.#wordAt(at));
    return isBareHook && !speaksOfHanging(this.#tokens, at, named);
  }

  /** Product in a Germanic language that the words before it describe: "leather bag". */
  #productAfter(at: number): (PhraseMatch & { is: 'thing' }) | undefined {
    if (this.#adjectives === 'follow' || this.#tokens[at]?.startsClause !== false) return undefined;
    const match = this.#phraseAt(at);
    return match?.is === 'thing' && match.meaning.is === 'product' ? match : undefined;
  }

  /** True if the word at a position continues the clause and names a prop. */
  #describesProp(at: number): boolean {
    if (this.#tokens[at]?.startsClause !== false) return false;
    const match = this.#phraseAt(at);
    return match?.is === 'thing' && match.meaning.is === 'concept' && match.meaning.concept.kind === 'prop';
  }

  /** True if the clause at a position has a word for light, and none for a shadow. */
  #speaksOfLight(at: number): boolean {
    const words = this.#clauseAround(at);
    const isLight = (word: string): boolean =>
      lists.LIGHT_WORDS.has(word) || word.endsWith('light') || word.endsWith('licht');
    return words.some(isLight) && !words.some((word) => lists.SHADOW_WORDS.has(word));
  }

  /** True for a word without definite article in a later clause than the first thing that the prompt named. */
  #isListed(at: number): boolean {
    if (lists.DEFINITE.has(this.#wordAt(at - 1))) return false;
    return this.#tokens.some(
      ({ startsClause }, i) => startsClause && i > 0 && i <= at && i >= this.#firstNamedUntil,
    );
  }

  /** Words of the clause at a position. */
  #clauseAround(at: number): string[] {
    let from = at;
    while (from > 0 && !this.#tokens[from].startsClause) from--;
    const end = this.#tokens.findIndex(({ startsClause }, i) => i > at && startsClause);
    return this.#tokens.slice(from, end < 0 ? undefined : end).map(({ word }) => word);
  }

  /** True for the French "sol", a floor, and not for the Spanish one, the sun. */
  #isFrenchFloor(at: number, { id }: Concept): boolean {
    if (id !== 'sun' || this.#wordAt(at) !== 'sol') return false;
    const isSpanish =
      lists.BEFORE_SPANISH_SUN.has(this.#wordAt(at - 1)) || lists.AFTER_SPANISH_SUN.has(this.#wordAt(at + 1));
    if (!isSpanish && this.#clauseLength(at) > 1) return true;
    const next = lists.COLOR_JOINTS.has(this.#wordAt(at + 1)) ? at + 2 : at + 1;
    const match = this.#tokens[next]?.startsClause === false ? this.#phraseAt(next) : undefined;
    return (
      match?.is === 'thing' && match.meaning.is === 'concept' && match.meaning.concept.kind === 'material'
    );
  }

  #wordsAt(at: number, words: number): string[] {
    return this.#tokens.slice(at, at + words).map(({ word }) => word);
  }

  /** Shade that follows the material it describes: "madera oscura", "bois clair". */
  #laterShade(at: number): number | undefined {
    const next = this.#tokens[at];
    const later =
      next === undefined || next.startsClause ? undefined : lists.LATER_SHADE_OF_WORD.get(next.word);
    return later === undefined ? undefined : lists.SHADES_OF_MATERIALS[later];
  }

  /** Shade that a word gives to the material after it, as "dark" in "dark wood". */
  #shadeOfMaterial(
    at: number,
    words: number,
  ): { shade: number; words: number; concept: Concept } | undefined {
    const shade = words === 1 ? shadeOfWord(this.#wordAt(at)) : undefined;
    if (shade === undefined) return undefined;
    const next = this.#tokens[at + 1];
    if (next === undefined || next.startsClause) return undefined;
    const match = this.#phraseAt(at + 1);
    if (match?.is !== 'thing' || match.meaning.is !== 'concept') return undefined;
    const { concept } = match.meaning;
    return hasShades(concept) ? { shade, words: match.words, concept } : undefined;
  }

  #takeShaded(
    at: number,
    words: number,
    { shade, concept }: { readonly shade: number; readonly concept: Concept },
  ): number {
    const { id, kind, label } = concept;
    const isNegated = this.#isNegated(at, words, kind);
    const phrase = this.#note(at, words, `${shade < 0 ? 'dark' : 'light'} ${label}`, isNegated);
    this.#wants.push({ id, kind, isNegated, shade, phrase });
    this.#name(concept, at + words);
    return words;
  }

  #name(concept: Concept, end: number): void {
    this.#named = { concept, end };
    this.#firstNamedUntil = Math.min(this.#firstNamedUntil, end);
  }

  /**
   * Thing that a material directly before or after it describes: "gold podium", "paillettes dorées". A material other
   * than metal only describes things on which products stand, because prompts also list words without commas.
   */
  #findDescribedThing(at: number, words: number, material: string): string | null {
    const isBound = ({ id, kind }: Concept): boolean =>
      STANDS.has(id) || (METALS.has(material) && (kind === 'prop' || kind === 'world'));
    const after = this.#tokens[at + words]?.startsClause === false ? this.#phraseAt(at + words) : undefined;
    if (after?.is === 'thing' && after.meaning.is === 'concept' && isBound(after.meaning.concept))
      return after.meaning.concept.id;
    if (this.#named?.end !== at || this.#tokens[at].startsClause || !isBound(this.#named.concept))
      return null;
    return this.#named.concept.id;
  }

  #takeColor(at: number, { words, hex, isExact }: PhraseMatch & { is: 'color' }): number {
    const isNegated = this.#isNegated(at, words, 'tone');
    const aim = this.#wordsAt(at, words).includes('neon') ? toAim([NEON]) : this.#aimOfColor(at, words);
    const { on, label } = aim;
    // Every lamp is white; other colors of lamps aren't met.
    const isWhiteLight = on.includes(LAMP) && distance(oklabOfHex(hex), WHITE) < NEARLY_WHITE;
    const meantFor = isWhiteLight ? 'hint' : aim.meantFor;
    this.#lastColor = { aim, end: at + words };
    const phrase = this.#note(at, words, `color ${hex}${label}`, isNegated);
    this.#colors.push({ hex, isExact, isNegated, meantFor, on, phrase });
    // "Neon pink" asks for a neon lamp.
    if (this.#wordsAt(at, words).includes('neon') && meantFor === 'scene')
      this.#wants.push({ id: 'neon', kind: 'prop', isNegated, shade: 0, phrase });
    // "Plain orange" asks for a plain background in orange, not for a shade of orange.
    const isPlain = this.#wordsAt(at, words - 1).some((word) => word === 'plain' || word === 'solid');
    if (isPlain && !isNegated && meantFor === 'scene')
      this.#wants.push({ id: 'plain', kind: 'mood', isNegated, shade: 0, phrase });
    return words;
  }

  /**
   * Object that a color describes: the words after the color decide, or those before it ("sfondo verde", "Wand in
   * Blau"). A word outside of the vocabulary counts as an object that no scene shows.
   */
  #aimOfColor(first: number, words: number): ColorAim {
    // A code after a color's name states the same color: "sage green #9CAF88".
    if (this.#lastColor?.end === first && this.#wordAt(first).startsWith('#')) return this.#lastColor.aim;
    const before = this.#describedBefore(first, words);
    if (before?.isSure === true) return before;
    const after = this.#describedAfter(first + words);
    if (after === null) return { meantFor: 'product', on: [], label: ' of the product' };
    if (after.length > 0) return toAim(after);
    const last = this.#lastColor;
    const isJoined = last?.end === first - 1 && lists.CONJUNCTIONS.has(this.#wordAt(first - 1));
    return before ?? (isJoined ? last.aim : toAim([]));
  }

  /** Objects that a color before them describes; null for the product. */
  #describedAfter(from: number): readonly DescribedThing[] | null {
    const things: DescribedThing[] = [];
    const unknown: DescribedThing[] = [];
    for (let at = from; at < this.#tokens.length && !this.#tokens[at].startsClause;) {
      const part = partInWord(this.#wordAt(at));
      const match = part === undefined ? this.#phraseAt(at) : undefined;
      if (match?.is === 'thing' && match.meaning.is === 'product') return null;
      const concept =
        match?.is === 'thing' && match.meaning.is === 'concept' ? match.meaning.concept : undefined;
      if (part !== undefined) things.push({ id: part, label: part });
      else if (concept?.id === 'gradient') things.push({ id: 'backdrop', label: 'backdrop' });
      else if (concept !== undefined && COLORED_KINDS.has(concept.kind)) things.push(concept);
      else if (concept?.kind === 'light' || lists.LIGHT_WORDS.has(this.#wordAt(at)))
        things.push({ id: LAMP, label: this.#wordAt(at) });
      // A second color, or an adjective, can stand between a color and its noun: "black glossy floor".
      else if (things.length === 0 && this.#secondColorAt(at) > 0) {
        at += this.#secondColorAt(at);
        continue;
      } else if (things.length === 0 && match === undefined && this.#isUnknown(at))
        unknown.push({ id: UNKNOWN_THING, label: this.#wordAt(at) });
      else if (things.length + unknown.length > 0 || match !== undefined || !isDescriber(this.#wordAt(at)))
        break;
      at += match?.words ?? 1;
    }
    return things.length > 0 ? things : unknown;
  }

  /** Number of words of a conjunction and a color, as in "blue and white tiles"; 0 without them. */
  #secondColorAt(at: number): number {
    if (!lists.CONJUNCTIONS.has(this.#wordAt(at)) || this.#tokens[at + 1]?.startsClause !== false) return 0;
    const color = this.#phraseAt(at + 1);
    return color?.is === 'color' ? 1 + color.words : 0;
  }

  /** Object that a color after it describes, as in "plantes vertes"; undefined without one. */
  #describedBefore(first: number, words: number): (ColorAim & { readonly isSure: boolean }) | undefined {
    if (this.#tokens[first].startsClause) return undefined;
    const isJoined = lists.COLOR_JOINTS.has(this.#wordAt(first - 1)) && !this.#tokens[first - 1].startsClause;
    const end = isJoined ? first - 1 : first;
    const word = this.#wordAt(end - 1);
    const part = partInWord(word);
    // In Romance languages the color follows its noun, so the words after it belong to another one.
    if (part !== undefined)
      return { ...toAim([{ id: part, label: part }]), isSure: lists.ROMANCE_PARTS.has(word) };
    if (lists.ROMANCE_LIGHTS.has(word)) return { ...toAim([{ id: LAMP, label: word }]), isSure: true };
    const { concept, end: namedEnd } = this.#named ?? {};
    if (concept !== undefined && namedEnd === end)
      return { ...toAim([{ id: concept.id, label: concept.label }]), isSure: false };
    // English adjectives precede their noun, so "beige" at the end of a clause is an adjective of a Romance language.
    const isLast = this.#tokens[first + words]?.startsClause !== false;
    const isAdjective = !isJoined && !isLast && readColor([this.#wordAt(first)]) !== undefined;
    return !isAdjective && this.#isUnknown(end - 1)
      ? { ...toAim([{ id: UNKNOWN_THING, label: word }]), isSure: false }
      : undefined;
  }

  /** True for a content word outside of the vocabulary. */
  #isUnknown(at: number): boolean {
    const word = this.#wordAt(at);
    if (isDescriber(word)) return false;
    if (this.#ignored.has(word)) return true;
    return (
      /^\p{L}{3,}$/u.test(word) &&
      !isFiller(word) &&
      !lists.NEGATORS.has(word) &&
      this.#phraseAt(at) === undefined
    );
  }

  /** Records that the picture should show a wall or the floor. */
  #takeSideOfRoom(at: number, id: 'wall' | 'floor'): number {
    const isNegated = this.#isNegated(at, 1, 'prop');
    const phrase = this.#note(at, 1, id, isNegated);
    this.#wants.push({ id, kind: 'camera', isNegated, shade: 0, phrase });
    return 1;
  }

  /** Adds a word to the last phrase. */
  #takePartOfLast(at: number): number {
    const last = this.#understood.at(-1);
    const { to } = this.#tokens[at];
    if (last !== undefined) {
      const from = this.#prompt.lastIndexOf(last.phrase, to);
      this.#understood[this.#understood.length - 1] = { ...last, phrase: this.#prompt.slice(from, to) };
    }
    return 1;
  }

  /** Lets a phrase start at an earlier word. */
  #startPhrase(phrase: number, from: number, end: number): void {
    const { as } = this.#understood[phrase];
    const text = this.#prompt.slice(this.#tokens[from].from, this.#tokens[end - 1].to);
    this.#understood[phrase] = { phrase: text, as };
    this.#ignored.delete(this.#wordAt(from));
  }

  /** Ignores words that form a unit with a thing that no scene shows, and reports the unit. */
  #takeUnit(at: number, { from, end }: Unit, kind: Concept['kind']): number {
    if (this.#isNegated(at, end - at, kind))
      this.#note(at, end - at, this.#wordsAt(at, end - at).join(' '), true);
    else {
      for (const { word } of this.#tokens.slice(from, at)) this.#ignored.delete(word);
      const phrase = this.#prompt.slice(this.#tokens[from].from, this.#tokens[end - 1].to);
      this.#ignored.set(phrase, phrase);
    }
    return end - at;
  }

  /** Ignores words, and reports them. */
  #takeUnread(at: number, words: number): number {
    for (const { word, from, to } of this.#tokens.slice(at, at + words))
      this.#ignored.set(word, this.#prompt.slice(from, to));
    return words;
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

  /** True if only function words are between a negator and a phrase, as in "pas de fleurs". */
  #negatesNext(negator: Token, at: number): boolean {
    let before = at - 1;
    while (before > 0 && this.#tokens[before] !== negator && lists.FILLERS.has(this.#wordAt(before)))
      before--;
    return this.#tokens[before] === negator;
  }

  /** Records a phrase as understood and returns its index. */
  #note(at: number, words: number, label: string, isNegated: boolean): number {
    const first = this.#tokens[at];
    const last = this.#tokens[at + words - 1];
    const negator = this.#negation?.from;
    const isNext = isNegated && negator !== undefined && this.#negatesNext(negator, at);
    const from = isNext ? negator.from : first.from;
    this.#understood.push({
      phrase: this.#prompt.slice(from, last.to),
      as: isNegated ? `not: ${label}` : label,
    });
    return this.#understood.length - 1;
  }
}

/** Object or region that a color describes. */
interface DescribedThing {
  readonly id: string;
  readonly label: string;
}

/** Target of a color, with a label for the user. */
type ColorAim = Pick<ColorRequest, 'meantFor' | 'on'> & { readonly label: string };

/** Lamp of the scenes at night, in the only color that they have. */
const NEON: DescribedThing = { id: 'neon', label: 'neon' };

const toAim = (things: readonly DescribedThing[]): ColorAim => ({
  meantFor: 'scene',
  on: things.map(({ id }) => id),
  label: things.length === 0 ? '' : `, ${things.map(({ label }) => label).join(' ')}`,
});

/** Region that a word names, in any form ("murs", "pareti"). */
const partInWord = (word: string): lists.PartWord | undefined =>
  listForms(word)
    .map((form) => lists.PART_OF_WORD.get(form))
    .find((part) => part !== undefined);

const isFiller = (word: string): boolean => lists.FILLERS.has(word) || partInWord(word) !== undefined;

/** Factor by which an adjective in any form changes the lightness of a material: "dunklem". */
const shadeOfWord = (word: string): number | undefined =>
  listForms(word)
    .map((form) =>
      Object.hasOwn(lists.SHADES_OF_MATERIALS, form) ? lists.SHADES_OF_MATERIALS[form] : undefined,
    )
    .find((shade) => shade !== undefined);

const hasShades = ({ kind, id }: Concept): boolean =>
  kind === 'material' || id === 'wood-table' || id === 'podium';

/** Concepts of brightness, whose words are also adjectives of things. */
const BRIGHTNESS: ReadonlySet<string> = new Set(['high-key', 'dark']);

/** Kinds of concepts whose words are adjectives. */
const ADJECTIVE_KINDS: ReadonlySet<Concept['kind']> = new Set(['mood', 'tone']);

/** Metals whose dark or light forms are colors rather than materials. */
const METALS: ReadonlySet<string> = new Set(['gold', 'brass', 'copper']);

const WHITE: Triple = [1, 0, 0];
/** Oklab distance from white below which a lamp's color is white. */
const NEARLY_WHITE = 0.12;

/** Kinds of concepts whose objects have a color. */
const COLORED_KINDS: ReadonlySet<Concept['kind']> = new Set(['world', 'material', 'prop']);

/** Parses words that consist only of a color, in any of the parser's languages. */
function readColorPhrase(words: readonly string[]): { hex: string; isExact: boolean } | undefined {
  const last = words.at(-1) ?? '';
  const ofTwoWords = lists.COLOR_OF_TWO_WORDS.get(
    [...words.slice(0, 1).map(inEnglish), ...words.slice(1)].join(' '),
  );
  if (ofTwoWords !== undefined) return parseColor(ofTwoWords.split(' '));
  const shade = lists.LATER_SHADE_OF_WORD.get(last);
  if (words.length > 1 && shade !== undefined)
    return parseColor([shade, ...words.slice(0, -1).map(inEnglish)]);
  return parseColor([...words.slice(0, -1).map(inEnglish), ...splitCompound(inEnglish(last))]);
}

function inEnglish(word: string): string {
  // The word "plate" names a product; it isn't a form of "plata", the Spanish word for silver.
  if (findMeaning([word])?.is === 'product') return word;
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
  const [, named] = /^(.{3,})farben(?:e[mnrs]?)?$/.exec(word) ?? [];
  if (named !== undefined) return [inEnglish(named)];
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
  return { hex: hexOfOklab(applyShades(oklabOfHex(hex), shades)), isExact: false };
}
