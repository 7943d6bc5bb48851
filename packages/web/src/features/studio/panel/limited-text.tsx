/** Text field with a length limit, which never silently drops text that the user typed or pasted. */
import { t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type LimitedText = ReturnType<typeof useLimitedText>;

/** Text cut to the limit, without splitting a surrogate pair. */
function fitText(text: string, limit: number): string {
  const isCutInTwo = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) && text.length > limit;
  return text.slice(0, isCutInTwo ? limit - 1 : limit);
}

/**
 * State of a field whose text is stored up to `limit` characters. Longer text stays in the field, where the user can
 * shorten it.
 * @param value stored text
 * @param onChange receives the text that fits
 */
export function useLimitedText(value: string, limit: number, onChange: (text: string) => void) {
  const [draft, setDraft] = useState('');
  const isDraftOfThis = draft.length > limit && fitText(draft, limit) === value;
  return {
    /** Text shown in the field: everything that the user typed. */
    value: isDraftOfThis ? draft : value,
    limit,
    onChange: (text: string): void => {
      setDraft(text);
      onChange(fitText(text, limit));
    },
  };
}

/** Share of the limit from which the field shows the length of the text. */
const TOLD_FROM = 0.8;

/** Near the limit, shows the text's length and the limit; beyond the limit, also that the rest isn't used. */
export function TextLimit({ text: { value, limit } }: { readonly text: LimitedText }) {
  const over = value.length - limit;
  if (value.length < limit * TOLD_FROM) return null;
  return (
    <p
      role="status"
      className={classNames('mt-1 text-xs tabular-nums', over > 0 ? 'text-danger' : 'text-muted')}
    >
      {t('{length} of {limit} characters.', { length: value.length, limit })}
      {over > 0 &&
        ` ${t('{over, plural, one {The last one is not used: please shorten the text.} other {The last {over} are not used: please shorten the text.}}', { over })}`}
    </p>
  );
}
