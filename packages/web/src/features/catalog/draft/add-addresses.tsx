import { t } from '@packshot/contract/text/translation';
import { RUN_ITEMS_MAX } from '@packshot/contract/catalog/limits';
import type { Run } from '@packshot/contract/catalog/runs';
import { useId, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { addRows } from './add-photos.ts';
import { rowsOfAddresses } from './photo-files.ts';

interface AddAddressesProps {
  readonly run: Run;
  readonly isBusy: boolean;
  readonly onAdded: () => Promise<void>;
}

/** Adds photos by their addresses, one per line; the server fetches each when it processes the row. */
export function AddAddresses({ run, isBusy, onAdded }: AddAddressesProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { rows, wrong } = rowsOfAddresses(text);
  const isTooMany = run.items + rows.length > RUN_ITEMS_MAX;
  // If a response is lost, the call's rows may exist; repeating the same call adds them only once.
  const failed = useRef<{ readonly text: string; readonly items: number } | null>(null);
  const add = async (): Promise<void> => {
    setIsSending(true);
    setFailure(null);
    const items = failed.current?.text === text ? failed.current.items : run.items;
    try {
      await addRows(run.id, items, rows);
      failed.current = null;
      setText(wrong.join('\n'));
    } catch (error) {
      failed.current = { text, items };
      setFailure(getErrorMessage(error));
    }
    await onAdded();
    setIsSending(false);
  };
  return (
    <Disclosure title={t('Paste image URLs')}>
      <div className="mt-3 grid justify-items-start gap-3">
        <label htmlFor={id} className="sr-only">
          {t('Image URLs, one per line')}
        </label>
        <textarea
          id={id}
          rows={5}
          value={text}
          spellCheck={false}
          placeholder="https://shop.example/photos/mug.jpg"
          onChange={(event) => setText(event.target.value)}
          className="block w-full rounded-md border border-field-line bg-surface px-3 py-2 font-mono text-sm"
        />
        {wrong.length > 0 && (
          <p role="status" className="text-sm text-danger">
            {t(
              '{count, plural, one {One line has} other {# lines have}} no URL that starts with https:// or http://, and won’t be added.',
              { count: wrong.length },
            )}
          </p>
        )}
        {isTooMany && <Notice tone="error">{t('A run can have at most 10,000 photos.')}</Notice>}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button
          variant="secondary"
          loading={isSending}
          disabled={isBusy || rows.length === 0 || isTooMany}
          onClick={() => void add()}
        >
          {t('Add {count, plural, one {# URL} other {# URLs}}', { count: rows.length })}
        </Button>
      </div>
    </Disclosure>
  );
}
