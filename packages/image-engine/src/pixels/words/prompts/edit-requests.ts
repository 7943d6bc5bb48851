import type { MaskedEdit } from '../../fill/masked-edit/edit.ts';
import { getAmount } from './clauses.ts';
import type { Amounts, Clause } from './clauses.ts';

const TONE: Amounts = { slight: 0.12, usual: 0.25, strong: 0.45, full: 0.7 };
const CHROMA: Amounts = { slight: 0.18, usual: 0.4, strong: 0.7, full: 1 };
const ALL_CHROMA: Amounts = { slight: 0.4, usual: 1, strong: 1, full: 1 };
const WARMTH: Amounts = { slight: 0.2, usual: 0.45, strong: 0.75, full: 1 };
const BLUR: Amounts = { slight: 0.2, usual: 0.45, strong: 0.75, full: 1 };
const SHARPNESS: Amounts = { slight: 0.25, usual: 0.5, strong: 0.8, full: 1 };
const WHOLE: Amounts = { slight: 0.5, usual: 1, strong: 1, full: 1 };

const CAST_COLORS =
  'yellow|yellowish|orange|red|reddish|pink|magenta|purple|blue|bluish|cyan|green|greenish|warm|cold|colou?r';
const MORE = '(?:more|add(?: some| more)?|increase|raise|boost|higher|up|turn up|enhance)';
const LESS = '(?:less|reduce|decrease|lower|turn down|too much)';

interface EditRequest {
  readonly pattern: RegExp;
  readonly edit: (clause: Clause) => MaskedEdit;
}
const toRequest = (
  pattern: RegExp,
  kind: Exclude<MaskedEdit['kind'], 'color'>,
  amounts: Amounts,
  sign: 1 | -1 = 1,
): EditRequest => ({ pattern, edit: (clause) => ({ kind, amount: sign * getAmount(clause, amounts) }) });

/**
 * Known requests; they are tried in this order, the more specific ones first. The rest of a clause may only name the
 * object.
 */
export const EDIT_REQUESTS: readonly EditRequest[] = [
  toRequest(
    /\b(?:clean(?: up)?|fix|whiten|restore) (?:the |this )?(?:pure )?white (?:background|backdrop|wall|paper)\b/,
    'clean-white',
    WHOLE,
  ),
  toRequest(
    /\b(?:pure |clean |plain |perfect |bright )*white (?:background|backdrop)(?: clean)?\b/,
    'clean-white',
    WHOLE,
  ),
  toRequest(
    /\b(?:background|backdrop) (?:to |into |in )?(?:pure |clean |plain |perfect |perfectly |bright )*white\b/,
    'clean-white',
    WHOLE,
  ),
  toRequest(/\b(?:whiten|whiter|clean white)\b/, 'clean-white', WHOLE),
  toRequest(
    new RegExp(
      `\\b(?:remove|fix|correct|reduce|neutrali[sz]e|get rid of|take out|less) (?:the |this |that |any )?(?:(?:${CAST_COLORS}) )?(?:colou?r )?(?:cast|tint|tinge|hue)\\b`,
    ),
    'neutral',
    WHOLE,
  ),
  toRequest(/\b(?:fix|correct|adjust|set|auto)? ?(?:the )?white balance\b/, 'neutral', WHOLE),
  toRequest(/\bneutrali[sz]e\b|\bneutral(?: (?:whites?|gr[ea]ys?|colou?rs?))?\b/, 'neutral', WHOLE),
  toRequest(new RegExp(`\\b(?:too|less) (?:${CAST_COLORS})$`), 'neutral', WHOLE),
  toRequest(
    /\bgr[ae]yscale\b|\b(?:remove|take out) (?:all )?(?:the )?(?:colou?rs?|saturation)\b|\bcolou?rless\b/,
    'saturation',
    ALL_CHROMA,
    -1,
  ),
  toRequest(/\bdesaturate\b/, 'saturation', ALL_CHROMA, -1),
  toRequest(
    new RegExp(
      `\\b${LESS} (?:the )?(?:saturat(?:ed|ion)|colou?r(?:ful|s|ed)?|vivid|vibrant|vibrance)\\b|\\b(?:muted|duller|oversaturated|too (?:saturated|colou?rful|vivid))\\b`,
    ),
    'saturation',
    CHROMA,
    -1,
  ),
  toRequest(
    new RegExp(
      `\\b${MORE} (?:the )?(?:saturat(?:ed|ion)|colou?rful|vivid(?:ness)?|vibran(?:t|ce|cy))\\b|\\b(?:saturate|vivid|vibrant|richer colou?rs?)\\b`,
    ),
    'saturation',
    CHROMA,
  ),
  toRequest(new RegExp(`\\b${LESS} (?:the )?contrast\\b|\\bflatter\\b`), 'contrast', TONE, -1),
  toRequest(new RegExp(`\\b${MORE} (?:the )?contrast\\b|\\bcontrast(?:y|ier)?\\b`), 'contrast', TONE),
  toRequest(
    new RegExp(
      `\\b${LESS} (?:the )?(?:bright(?:ness)?|light|exposure)\\b|\\b(?:overexposed|too (?:bright|light))\\b`,
    ),
    'brightness',
    TONE,
    -1,
  ),
  toRequest(
    new RegExp(`\\b${LESS} (?:the )?dark(?:ness)?\\b|\\b(?:underexposed|too dark)\\b`),
    'brightness',
    TONE,
  ),
  toRequest(
    new RegExp(
      `\\b(?:brighten(?: up)?|brighter|lighten(?: up)?|lighter|${MORE} (?:the )?(?:bright(?:ness)?|light|exposure))\\b`,
    ),
    'brightness',
    TONE,
  ),
  toRequest(/\b(?:darken|darker|dim|dimmer|more dark)\b/, 'brightness', TONE, -1),
  toRequest(
    /\b(?:unblur|deblur|(?:remove|fix) (?:the )?blur(?:riness)?|less blur(?:red|ry)?|too blurry)\b/,
    'sharpen',
    SHARPNESS,
  ),
  toRequest(new RegExp(`\\b${LESS} (?:the )?sharp(?:ness)?\\b|\\btoo sharp\\b`), 'blur', {
    slight: 0.05,
    usual: 0.1,
    strong: 0.2,
    full: 0.3,
  }),
  toRequest(
    new RegExp(`\\b(?:sharpen|sharper|crisp|crisper|sharp|${MORE} (?:the )?sharpness)\\b`),
    'sharpen',
    SHARPNESS,
  ),
  toRequest(
    /\b(?:(?:more )?blurr?(?:ed|ry|ier)?|add (?:a )?(?:some )?blur|defocus|out of focus|bokeh|soften|softer)\b/,
    'blur',
    BLUR,
  ),
  toRequest(
    /\b(?:warmer|warm(?: up)?|more warm(?:th)?|add (?:some )?warmth|too (?:cool|cold))\b/,
    'temperature',
    WARMTH,
  ),
  toRequest(/\b(?:cooler|cool(?: down)?|colder|more cool|less warm(?:th)?)\b/, 'temperature', WARMTH, -1),
];
