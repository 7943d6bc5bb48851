import { ERRORS, MAGIC_PROMPT_MAX_LENGTH } from '@packshot/contract';
import { readColor } from '../../color/color-names.ts';
import type { MaskedEdit } from '../../fill/masked-edit/edit.ts';
import { ImageRefusal } from '../../raster/refusal.ts';
import { splitClauses, measureClause, normalizePrompt, namesAThing, MAX_OBJECT_WORDS } from './clauses.ts';
import { inEnglish } from './other-languages.ts';
import { readColorRequest } from './color-request.ts';
import { EDIT_REQUESTS } from './edit-requests.ts';

/** Instruction for the masked area: inpaint it from its surroundings, or apply one or more edits in order. */
export type MagicInstruction =
  | { readonly kind: 'fill' }
  | { readonly kind: 'edit'; readonly edits: readonly MaskedEdit[] };

type MagicPromptReading =
  | { readonly understood: true; readonly instruction: MagicInstruction }
  | { readonly understood: false; readonly code: 'PROMPT_NOT_UNDERSTOOD'; readonly message: string };

const MAX_EDITS = 4;
/** Maximum length of a prompt as written, which allows for white space and polite words. */
const MAX_PROMPT_LENGTH = 4 * MAGIC_PROMPT_MAX_LENGTH;

/**
 * Parses a prompt for the magic edit tool. An empty prompt or a request to remove an object means inpainting; all other
 * requests are edits. A prompt with any unknown part is refused completely, because users shouldn't pay for half of a
 * request.
 */
export function readMagicPrompt(prompt: string | undefined): MagicPromptReading {
  const written = prompt ?? '';
  if (written.length > MAX_PROMPT_LENGTH) return NOT_UNDERSTOOD;
  const text = inEnglish(normalizePrompt(written));
  if (text === '') return toUnderstood({ kind: 'fill' });
  if (text.length > MAGIC_PROMPT_MAX_LENGTH || REFUSED_ANYWHERE.test(text)) return NOT_UNDERSTOOD;
  const edits: MaskedEdit[] = [];
  let fills = 0;
  for (const clause of splitClauses(text)) {
    const read = readClause(clause);
    if (read === undefined) return NOT_UNDERSTOOD;
    if (read === 'fill') fills++;
    else edits.push(read);
  }
  // Two colors for the same area contradict each other.
  if (edits.filter(({ kind }) => kind === 'color').length > 1) return NOT_UNDERSTOOD;
  if (fills > 0 && edits.length === 0) return toUnderstood({ kind: 'fill' });
  if (fills > 0 || edits.length === 0 || edits.length > MAX_EDITS) return NOT_UNDERSTOOD;
  return toUnderstood({ kind: 'edit', edits });
}

/**
 * Parses the instruction of a prompt.
 * @throws ImageRefusal PROMPT_NOT_UNDERSTOOD if any part of the prompt is unknown
 */
export function magicInstruction(prompt: string | undefined): MagicInstruction {
  const reading = readMagicPrompt(prompt);
  if (!reading.understood) throw new ImageRefusal(reading.code);
  return reading.instruction;
}

const toUnderstood = (instruction: MagicInstruction): MagicPromptReading => ({
  understood: true,
  instruction,
});
const NOT_UNDERSTOOD: MagicPromptReading = {
  understood: false,
  code: 'PROMPT_NOT_UNDERSTOOD',
  message: ERRORS.PROMPT_NOT_UNDERSTOOD.message,
};

/**
 * Pattern of negations, conditions and choices. They change a sentence's meaning, so a prompt that contains one is
 * refused.
 */
const REFUSED_ANYWHERE =
  /\b(not|dont|don't|doesn't|never|no|without|except|but|unless|if|instead|or|nothing|only|outside|everything)\b/;

function readClause(raw: string): MaskedEdit | 'fill' | undefined {
  const clause = measureClause(raw);
  // In "lighter blue" the whole phrase names a color; it isn't a request for more light.
  const shaded = /\b(?:lighter|darker) .+$/.exec(clause.text)?.[0];
  if (shaded !== undefined && readColor(shaded.split(' ')) !== undefined) return readColorRequest(clause);
  for (const { pattern, edit } of EDIT_REQUESTS) {
    const match = pattern.exec(clause.text);
    if (match === null) continue;
    const rest = `${clause.text.slice(0, match.index)} ${clause.text.slice(match.index + match[0].length)}`;
    if (namesAThing(rest)) return edit(clause);
  }
  const color = readColorRequest(clause);
  if (color !== undefined) return color;
  return isFillRequest(clause.text) ? 'fill' : undefined;
}

const FILL_VERB =
  /^(?:remove|erase|delete|clear|clean up|clean|get rid of|take out|take away|take off|fill in|fill up|fill|heal|inpaint|retouch|cover up|hide|wipe away|wipe off|wipe|rub out|repair|eliminate|make it disappear|make it vanish|make it go away)(?= |$)/;
const FILL_TAIL = /\b(?:from|out of|off|in|on|at|behind|near|next to|above|below|under) .*$/;
/**
 * Pattern of words that can't be removed by inpainting: removing the background is another tool's task, and noise
 * isn't an object.
 */
const NOT_FILLABLE = /^(?:(?:the|this|my|all) )?(?:background|backdrop|noise|grain)$/;

/** True for a request to remove the masked object ("erase the scratch on the lid"). */
function isFillRequest(text: string): boolean {
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
