/** Text that may only be so long: nothing of what was typed or pasted disappears unsaid. */
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type LimitedText = ReturnType<typeof useLimitedText>;

/** The first characters that fit; a character of two units is not cut in two. */
function fitted(text: string, limit: number): string {
  const isCutInTwo = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) && text.length > limit;
  return text.slice(0, isCutInTwo ? limit - 1 : limit);
}

/**
 * A field over a text that is kept up to `limit` characters. What is longer stays in the field, to be shortened there.
 * @param value what is kept
 * @param onChange receives what fits
 */
export function useLimitedText(value: string, limit: number, onChange: (text: string) => void) {
  const [draft, setDraft] = useState('');
  const isDraftOfThis = draft.length > limit && fitted(draft, limit) === value;
  return {
    /** Text of the field: everything the user typed. */
    value: isDraftOfThis ? draft : value,
    limit,
    onChange: (text: string): void => {
      setDraft(text);
      onChange(fitted(text, limit));
    },
  };
}

/** From this share of the limit on, the field says how much is used. */
const TOLD_FROM = 0.8;

/** How much room is left, near the end of it, and what becomes of what does not fit. */
export function TextLimit({ text: { value, limit } }: { readonly text: LimitedText }) {
  const over = value.length - limit;
  if (value.length < limit * TOLD_FROM) return null;
  return (
    <p
      role="status"
      className={classNames('mt-1 text-xs tabular-nums', over > 0 ? 'text-danger' : 'text-muted')}
    >
      {value.length} of {limit} characters.
      {over > 0 && ` The last ${over === 1 ? 'one is' : `${over} are`} not used: please shorten it.`}
    </p>
  );
}
