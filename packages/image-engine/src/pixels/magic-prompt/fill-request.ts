import { MAX_OBJECT_WORDS } from './things.ts';

const FILL_VERB =
  /^(?:remove|erase|delete|clear|clean up|clean|get rid of|take out|take away|take off|fill in|fill up|fill|heal|inpaint|retouch|cover up|hide|wipe away|wipe off|wipe|rub out|repair|eliminate|make it disappear|make it vanish|make it go away)(?= |$)/;
const FILL_TAIL = /\b(?:from|out of|off|in|on|at|behind|near|next to|above|below|under) .*$/;
/** Not something to inpaint: removing the background is another tool's job, and noise is not an object. */
const NOT_FILLABLE = /^(?:(?:the|this|my|all) )?(?:background|backdrop|noise|grain)$/;

/** True for a request to remove the masked object ("erase the scratch on the lid"). */
export function isFillRequest(text: string): boolean {
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
