/** Expressions with "and" that name a single color scheme, not two requests. */
const BLACK_AND_WHITE =
  /\b(?:black ?(?:and|n) ?white|b ?(?:and|n) ?w|bw|gr[ea]y ?scale|monochrome|monochromatic)\b/g;

/**
 * Normalizes a prompt: lower case, colors as `#rrggbb`, shares as `20% `, decimal points, one spelling of black and
 * white, without punctuation and polite words.
 */
export function normalizePrompt(prompt: string): string {
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
    .replace(/ ?(?:%|\bper ?cent\b)/g, '% ')
    .replace(BLACK_AND_WHITE, 'grayscale')
    .replace(/!|\?|"|\.(?=\s|$)/g, ' ')
    .replace(
      /\b(?:please|pls|thanks|thank you|kindly|can you|could you|would you|i want you to|i want to|i want|i'd like to|i would like to|let's|just|now|again)\b/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** Splits a normalized prompt into its requests, in order. */
export const splitClauses = (text: string): string[] =>
  text
    .split(/[,;]|\band then\b|\bthen\b|\band also\b|\band\b/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

type Strength = 'slight' | 'usual' | 'strong' | 'full';
/** Amount for each strength of one kind of edit, 0 to 1. */
export type Amounts = Readonly<Record<Strength, number>>;

/** One request of a prompt, with its amount. */
export interface Clause {
  /** Text of the request without the words for its amount. */
  readonly text: string;
  readonly strength: Strength;
  /** Amount stated as a share: 0.2 for "by 20 %". */
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

/** Extracts the words for an amount from a request. */
export function measureClause(clause: string): Clause {
  let text = clause;
  let strength: Strength = 'usual';
  for (const [pattern, impliedStrength] of STRENGTH_WORDS) {
    const without = text.replace(pattern, ' ');
    if (without !== text && strength === 'usual') strength = impliedStrength;
    text = without;
  }
  const percent = SHARE.exec(text);
  if (percent !== null) text = text.replace(SHARE, ' ');
  const share = percent === null ? undefined : Math.min(1, Number(percent[1]) / 100);
  return { text: text.replace(/\s+/g, ' ').trim(), strength, share };
}

/** Amount of an edit: the stated share, otherwise the amount for the requested strength. */
export const getAmount = ({ share, strength }: Clause, amounts: Amounts): number =>
  share ?? amounts[strength];

/** Maximum number of words that name the object: "the handle of this blue mug". */
export const MAX_OBJECT_WORDS = 7;

/** Pattern of words that refer to the masked object without naming it. */
export const FILLER_ONLY =
  /^(?:make|turn|get|give|set|apply|do|look|it|its|it's|is|to|be|this|that|these|those|the|my|our|here|area|part|selection|selected|masked|region|image|photo|picture|more|effect|filter|amount|all|of|on|in|up|so)$/;
/**
 * Pattern of words that request another kind of change, or a new object, so the text doesn't name the masked object.
 */
const NOT_A_THING =
  /^(?:a|an|another|some|new|add|put|place|insert|replace|swap|generate|create|draw|write|with|into|like|as|style|than|where|wearing|holding|while|bigger|smaller|larger|move|rotate|flip|crop|resize|zoom|remove|erase|delete|keep|leave|less|too)$/;
const NOUN = /^[\p{L}][\p{L}'-]*$/u;

/** True if the words only refer to the masked object ("make the handle", "it", "of this photo"). */
export function namesAThing(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  const nouns = words.filter((word) => !FILLER_ONLY.test(word));
  return (
    nouns.length <= MAX_OBJECT_WORDS && nouns.every((word) => NOUN.test(word) && !NOT_A_THING.test(word))
  );
}
