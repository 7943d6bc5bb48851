import { ERRORS, MAGIC_PROMPT_MAX_LENGTH } from '@packshot/contract';
import { isColourName, readColour } from './colour-names.ts';
import type { ColourPhrase } from './colour-names.ts';
import type { MaskedEdit } from './masked-edit/edit.ts';
import { oklabOfSrgb, srgbOfOklab } from './oklab.ts';
import type { Triple } from './oklab.ts';

/** What the magic tool is to do with the masked part: fill it from its surroundings, or one or more edits in order. */
export type MagicInstruction =
  | { readonly kind: 'fill' }
  | { readonly kind: 'edit'; readonly edits: readonly MaskedEdit[] };

export type MagicPromptReading =
  | { readonly understood: true; readonly instruction: MagicInstruction }
  | { readonly understood: false; readonly code: 'PROMPT_NOT_UNDERSTOOD'; readonly message: string };

/** More wishes at once than this are a text, not an instruction. */
const MAX_EDITS = 4;
/** Words that may name the thing that is meant: "the handle of this blue mug". */
const MAX_OBJECT_WORDS = 7;

/**
 * Reads what a person wrote for the magic tool. No prompt, or a wish to remove, is a fill; the rest are edits. A prompt of
 * which any part is not understood is refused as a whole: nobody should pay for half of what they asked for. Pure: the
 * server asks it before a credit moves.
 */
export function readMagicPrompt(prompt: string | undefined): MagicPromptReading {
  const text = normalised(prompt ?? '');
  if (text === '') return understood({ kind: 'fill' });
  if (text.length > MAGIC_PROMPT_MAX_LENGTH || REFUSED_ANYWHERE.test(text)) return NOT_UNDERSTOOD;
  const edits: MaskedEdit[] = [];
  let fills = 0;
  for (const clause of clausesOf(text)) {
    const read = readClause(clause);
    if (read === undefined) return NOT_UNDERSTOOD;
    if (read === 'fill') fills++;
    else edits.push(read);
  }
  // Two colours for one place are a wish that cannot be met.
  if (edits.filter(({ kind }) => kind === 'colour').length > 1) return NOT_UNDERSTOOD;
  if (fills > 0 && edits.length === 0) return understood({ kind: 'fill' });
  if (fills > 0 || edits.length === 0 || edits.length > MAX_EDITS) return NOT_UNDERSTOOD;
  return understood({ kind: 'edit', edits });
}

const understood = (instruction: MagicInstruction): MagicPromptReading => ({ understood: true, instruction });
const NOT_UNDERSTOOD: MagicPromptReading = {
  understood: false,
  code: 'PROMPT_NOT_UNDERSTOOD',
  message: ERRORS.PROMPT_NOT_UNDERSTOOD.message,
};

/** Negations, conditions and choices turn a sentence round; they are not guessed at. */
const REFUSED_ANYWHERE =
  /\b(not|dont|don't|doesn't|never|no|without|except|but|unless|if|instead|or|nothing|only|outside|everything)\b/;

/** Two words that belong together and hold an "and". */
const BLACK_AND_WHITE =
  /\b(?:black ?(?:and|n) ?white|b ?(?:and|n) ?w|bw|gr[ea]y ?scale|monochrome|monochromatic)\b/g;

function normalised(prompt: string): string {
  return prompt
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/&/g, ' and ')
    .replace(/\s+/g, ' ')
    .replace(/\brgb\s*\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)/g, (whole, ...parts: string[]) => {
      const samples = parts.slice(0, 3).map(Number);
      if (samples.some((sample) => sample > 255)) return whole;
      return `#${samples.map((sample) => sample.toString(16).padStart(2, '0')).join('')}`;
    })
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/\s*(?:%|\bper ?cent\b)/g, '% ')
    .replace(BLACK_AND_WHITE, 'greyscale')
    .replace(/!|\?|"|\.(?=\s|$)/g, ' ')
    .replace(
      /\b(?:please|pls|thanks|thank you|kindly|can you|could you|would you|i want you to|i want to|i want|i'd like to|i would like to|let's|just|now|again)\b/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim();
}

const clausesOf = (text: string): string[] =>
  text
    .split(/\s*(?:[,;]|\band then\b|\bthen\b|\band also\b|\band\b)\s*/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** How strongly something is asked for. */
type Strength = 'slight' | 'usual' | 'strong' | 'full';
type Amounts = Readonly<Record<Strength, number>>;

interface Clause {
  /** The clause without its words of amount. */
  readonly text: string;
  readonly strength: Strength;
  /** "by 20 %": 0.2. */
  readonly share: number | undefined;
}

const STRENGTH_WORDS: readonly (readonly [RegExp, Strength])[] = [
  [
    /\b(?:slightly|(?:just )?a (?:little bit|little|bit|touch|tad)|somewhat|subtly|subtle|gently|mildly|lightly)\b/g,
    'slight',
  ],
  [
    /\b(?:extremely|completely|fully|totally|entirely|super|as much as possible|to the max(?:imum)?|maximally)\b/g,
    'full',
  ],
  [
    /\b(?:much|a lot|lots|very|strongly|heavily|way|far|significantly|considerably|really|noticeably)\b/g,
    'strong',
  ],
];
const SHARE = /\b(?:by |at |to )?(?:about |around )?(\d{1,3}(?:\.\d+)?)% ?/;

function measured(clause: string): Clause {
  let text = clause;
  let strength: Strength = 'usual';
  for (const [pattern, meant] of STRENGTH_WORDS) {
    const without = text.replace(pattern, ' ');
    if (without !== text && strength === 'usual') strength = meant;
    text = without;
  }
  const percent = SHARE.exec(text);
  if (percent !== null) text = text.replace(SHARE, ' ');
  const share = percent === null ? undefined : Math.min(1, Number(percent[1]) / 100);
  return { text: text.replace(/\s+/g, ' ').trim(), strength, share };
}

const amountOf = ({ share, strength }: Clause, amounts: Amounts): number => share ?? amounts[strength];

function readClause(raw: string): MaskedEdit | 'fill' | undefined {
  const clause = measured(raw);
  // "lighter blue" is a colour, not light.
  const shaded = /\b(?:lighter|darker) .+$/.exec(clause.text)?.[0];
  if (shaded !== undefined && readColour(shaded.split(' ')) !== undefined) return readColourWish(clause);
  for (const { pattern, edit } of WISHES) {
    const match = pattern.exec(clause.text);
    if (match === null) continue;
    const rest = `${clause.text.slice(0, match.index)} ${clause.text.slice(match.index + match[0].length)}`;
    if (namesAThing(rest)) return edit(clause);
  }
  const colour = readColourWish(clause);
  if (colour !== undefined) return colour;
  return isFill(clause.text) ? 'fill' : undefined;
}

const TONE: Amounts = { slight: 0.12, usual: 0.25, strong: 0.45, full: 0.7 };
const CHROMA: Amounts = { slight: 0.18, usual: 0.4, strong: 0.7, full: 1 };
const ALL_CHROMA: Amounts = { slight: 0.4, usual: 1, strong: 1, full: 1 };
const WARMTH: Amounts = { slight: 0.2, usual: 0.45, strong: 0.75, full: 1 };
const BLUR: Amounts = { slight: 0.2, usual: 0.45, strong: 0.75, full: 1 };
const SHARPNESS: Amounts = { slight: 0.25, usual: 0.5, strong: 0.8, full: 1 };
const WHOLE: Amounts = { slight: 0.5, usual: 1, strong: 1, full: 1 };
const TINT: Amounts = { slight: 0.4, usual: 1, strong: 1, full: 1 };
const SOME_TINT: Amounts = { slight: 0.2, usual: 0.4, strong: 0.6, full: 0.8 };

const CAST_COLOURS =
  'yellow|yellowish|orange|red|reddish|pink|magenta|purple|blue|bluish|cyan|green|greenish|warm|cold|colou?r';
const MORE = '(?:more|add(?: some| more)?|increase|raise|boost|higher|up|turn up|enhance)';
const LESS = '(?:less|reduce|decrease|lower|turn down|too much)';

interface Wish {
  readonly pattern: RegExp;
  readonly edit: (clause: Clause) => MaskedEdit;
}
const wish = (
  pattern: RegExp,
  kind: Exclude<MaskedEdit['kind'], 'colour'>,
  amounts: Amounts,
  sign: 1 | -1 = 1,
): Wish => ({ pattern, edit: (clause) => ({ kind, amount: sign * amountOf(clause, amounts) }) });

/** In order: what is more particular comes first. What is left of the clause may only name the thing. */
const WISHES: readonly Wish[] = [
  wish(
    /\b(?:clean(?: up)?|fix|whiten|restore) (?:the |this )?(?:pure )?white (?:background|backdrop|wall|paper)\b/,
    'clean-white',
    WHOLE,
  ),
  wish(
    /\b(?:pure |clean |plain |perfect |bright )*white (?:background|backdrop)(?: clean)?\b/,
    'clean-white',
    WHOLE,
  ),
  wish(
    /\b(?:background|backdrop) (?:to |into |in )?(?:pure |clean |plain |perfect |perfectly |bright )*white\b/,
    'clean-white',
    WHOLE,
  ),
  wish(/\b(?:whiten|whiter|clean white)\b/, 'clean-white', WHOLE),
  wish(
    new RegExp(
      `\\b(?:remove|fix|correct|reduce|neutrali[sz]e|get rid of|take out|less) (?:the |this |that |any )?(?:(?:${CAST_COLOURS}) )?(?:colou?r )?(?:cast|tint|tinge|hue)\\b`,
    ),
    'neutral',
    WHOLE,
  ),
  wish(/\b(?:fix|correct|adjust|set|auto)? ?(?:the )?white balance\b/, 'neutral', WHOLE),
  wish(/\bneutrali[sz]e\b|\bneutral(?: (?:whites?|gr[ea]ys?|colou?rs?))?\b/, 'neutral', WHOLE),
  wish(new RegExp(`\\b(?:too|less) (?:${CAST_COLOURS})$`), 'neutral', WHOLE),
  wish(
    /\bgreyscale\b|\b(?:remove|take out) (?:all )?(?:the )?(?:colou?rs?|saturation)\b|\bcolou?rless\b/,
    'saturation',
    ALL_CHROMA,
    -1,
  ),
  wish(/\bdesaturate\b/, 'saturation', ALL_CHROMA, -1),
  wish(
    new RegExp(
      `\\b${LESS} (?:the )?(?:saturat(?:ed|ion)|colou?r(?:ful|s|ed)?|vivid|vibrant|vibrance)\\b|\\b(?:muted|duller|oversaturated|too (?:saturated|colou?rful|vivid))\\b`,
    ),
    'saturation',
    CHROMA,
    -1,
  ),
  wish(
    new RegExp(
      `\\b${MORE} (?:the )?(?:saturat(?:ed|ion)|colou?rful|vivid(?:ness)?|vibran(?:t|ce|cy))\\b|\\b(?:saturate|vivid|vibrant|richer colou?rs?)\\b`,
    ),
    'saturation',
    CHROMA,
  ),
  wish(new RegExp(`\\b${LESS} (?:the )?contrast\\b|\\bflatter\\b`), 'contrast', TONE, -1),
  wish(new RegExp(`\\b${MORE} (?:the )?contrast\\b|\\bcontrast(?:y|ier)?\\b`), 'contrast', TONE),
  wish(
    new RegExp(
      `\\b${LESS} (?:the )?(?:bright(?:ness)?|light|exposure)\\b|\\b(?:overexposed|too (?:bright|light))\\b`,
    ),
    'brightness',
    TONE,
    -1,
  ),
  wish(
    new RegExp(`\\b${LESS} (?:the )?dark(?:ness)?\\b|\\b(?:underexposed|too dark)\\b`),
    'brightness',
    TONE,
  ),
  wish(
    new RegExp(
      `\\b(?:brighten(?: up)?|brighter|lighten(?: up)?|lighter|${MORE} (?:the )?(?:bright(?:ness)?|light|exposure))\\b`,
    ),
    'brightness',
    TONE,
  ),
  wish(/\b(?:darken|darker|dim|dimmer|more dark)\b/, 'brightness', TONE, -1),
  wish(
    /\b(?:unblur|deblur|(?:remove|fix) (?:the )?blur(?:riness)?|less blur(?:red|ry)?|too blurry)\b/,
    'sharpen',
    SHARPNESS,
  ),
  wish(new RegExp(`\\b${LESS} (?:the )?sharp(?:ness)?\\b|\\btoo sharp\\b`), 'blur', {
    slight: 0.05,
    usual: 0.1,
    strong: 0.2,
    full: 0.3,
  }),
  wish(
    new RegExp(`\\b(?:sharpen|sharper|crisp|crisper|sharp|${MORE} (?:the )?sharpness)\\b`),
    'sharpen',
    SHARPNESS,
  ),
  wish(
    /\b(?:(?:more )?blurr?(?:ed|ry|ier)?|add (?:a )?(?:some )?blur|defocus|out of focus|bokeh|soften|softer)\b/,
    'blur',
    BLUR,
  ),
  wish(
    /\b(?:warmer|warm(?: up)?|more warm(?:th)?|add (?:some )?warmth|too (?:cool|cold))\b/,
    'temperature',
    WARMTH,
  ),
  wish(/\b(?:cooler|cool(?: down)?|colder|more cool|less warm(?:th)?)\b/, 'temperature', WARMTH, -1),
];

const OBJECT_FILLER =
  "(?:make|turn|get|give|set|apply|do|look|it|its|it's|is|to|be|this|that|these|those|the|my|our|here|area|part|selection|selected|masked|region|image|photo|picture|more|effect|filter|amount|all|of|on|in|up|so)";
const FILLER_ONLY = new RegExp(`^${OBJECT_FILLER}$`);
/** Words that ask for something else than the edit, or for a new thing. */
const NOT_A_THING =
  /^(?:a|an|another|some|new|add|put|place|insert|replace|swap|generate|create|draw|write|with|into|like|as|style|than|where|wearing|holding|while|bigger|smaller|larger|move|rotate|flip|crop|resize|zoom|remove|erase|delete|keep|leave|less|too)$/;
const NOUN = /^[\p{L}][\p{L}'-]*$/u;

/** True when words do nothing but point at what is masked ("make the handle", "it", "of this photo"). */
function namesAThing(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  const nouns = words.filter((word) => !FILLER_ONLY.test(word));
  return (
    nouns.length <= MAX_OBJECT_WORDS && nouns.every((word) => NOUN.test(word) && !NOT_A_THING.test(word))
  );
}

const COLOUR_VERB = /^(?:make|turn|paint|colou?r|recolou?r|dye|tint|change|set|fill|switch|convert)\b/;
const COLOUR_FROM_TO =
  /^(?:change|replace|swap|turn|switch|convert) (?:the )?(?:colou?r )?(?:from )?(.+?) (?:to|with|for|into|by) (.+)$/;

function readColourWish(clause: Clause): MaskedEdit | undefined {
  const fromTo = COLOUR_FROM_TO.exec(clause.text);
  if (fromTo !== null) {
    const colour = readColour(withoutArticles(fromTo[2]));
    const from = fromTo[1].split(' ');
    const thing = from.every((word) => isColourName(word)) || !/^(?:replace|swap)/.test(clause.text);
    if (colour !== undefined && thing && namesAThing(fromTo[1]))
      return colourEdit(colour, amountOf(clause, TINT));
  }
  const verb = COLOUR_VERB.exec(clause.text);
  const words = clause.text
    .slice(verb?.[0].length ?? 0)
    .trim()
    .split(' ');
  for (let start = 0; start < words.length; start++) {
    const colour = readColour(words.slice(start));
    if (colour === undefined) continue;
    const before = words.slice(0, start).filter((word) => word !== 'colour' && word !== 'color');
    const link = before.at(-1);
    if (link === 'more') {
      return verb !== null || before.length === 1
        ? colourIfNamed(colour, before.slice(0, -1), amountOf(clause, SOME_TINT))
        : undefined;
    }
    // "the sky blue": the sky is a thing there, not a shade.
    if (link !== undefined && /^(?:the|this|that|my|its)$/.test(link) && start + 1 < words.length) continue;
    const thing =
      link !== undefined && /^(?:to|into|in|with|as|a|an|all)$/.test(link) ? before.slice(0, -1) : before;
    if (verb === null && thing.some((word) => !FILLER_ONLY.test(word))) return undefined;
    return colourIfNamed(colour, thing, amountOf(clause, TINT));
  }
  return undefined;
}

const withoutArticles = (text: string): string[] =>
  text.split(' ').filter((word) => word !== 'a' && word !== 'an' && word !== 'the');

const colourIfNamed = (
  colour: ColourPhrase,
  thing: readonly string[],
  amount: number,
): MaskedEdit | undefined => (namesAThing(thing.join(' ')) ? colourEdit(colour, amount) : undefined);

/** The lightness that "light" and "pale" go towards. */
const LIGHT_TONE = 0.92;

function colourEdit({ hex, shades }: ColourPhrase, amount: number): MaskedEdit {
  const sample = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  const lab: Triple = [0, 0, 0];
  oklabOfSrgb(sample(1), sample(3), sample(5), lab);
  for (const shade of shades) {
    if (shade.lightness > 0) lab[0] += shade.lightness * Math.max(0, LIGHT_TONE - lab[0]);
    else lab[0] *= 1 + shade.lightness;
    lab[1] *= shade.chroma;
    lab[2] *= shade.chroma;
  }
  if (shades.length === 0) return { kind: 'colour', colour: [sample(1), sample(3), sample(5)], amount };
  const colour: Triple = [0, 0, 0];
  srgbOfOklab(lab[0], lab[1], lab[2], colour);
  return {
    kind: 'colour',
    colour: [Math.round(colour[0]), Math.round(colour[1]), Math.round(colour[2])],
    amount,
  };
}

const FILL_VERB =
  /^(?:remove|erase|delete|clear|clean up|clean|get rid of|take out|take away|take off|fill in|fill up|fill|heal|inpaint|retouch|cover up|hide|wipe away|wipe off|wipe|rub out|repair|eliminate|make it disappear|make it vanish|make it go away)(?= |$)/;
const FILL_TAIL = /\b(?:from|out of|off|in|on|at|behind|near|next to|above|below|under) .*$/;
/** Other tools' work: a background is cut away there, noise is not a thing to fill. */
const NOT_FILLABLE = /^(?:(?:the|this|my|all) )?(?:background|backdrop|noise|grain)$/;

function isFill(text: string): boolean {
  const verb = FILL_VERB.exec(text);
  if (verb === null)
    return /^(?:make |have )?(?:the |this |that )?[\p{L}' -]* (?:disappear|vanish|go away)$/u.test(text);
  const object = text.slice(verb[0].length).trim();
  if (NOT_FILLABLE.test(object)) return false;
  const thing = object.replace(FILL_TAIL, '').trim();
  const words = object.split(' ').filter((word) => word !== '');
  if (
    words.length > 2 * MAX_OBJECT_WORDS ||
    words.some((word) => /^(?:add|put|insert|replace|make|keep)$/.test(word))
  )
    return false;
  return (
    thing.split(' ').length <= MAX_OBJECT_WORDS && words.every((word) => /^[\p{L}\p{N}'/-]+$/u.test(word))
  );
}
