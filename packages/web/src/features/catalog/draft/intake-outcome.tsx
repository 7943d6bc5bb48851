import { t } from '@packshot/contract/text/translation';
import { systemFilesSaid } from '@packshot/contract/catalog/system-files';
import { RotateCcw } from 'lucide';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { numberWords } from '../words.ts';
import type { Added } from './add-photos.ts';

/** Maximum number of refused files in the list. */
const REFUSED_SHOWN = 20;

export function Outcome({ added, onGoOn }: { readonly added: Added; readonly onGoOn: () => void }) {
  const { failure, left, refused, systemFiles, unmatched } = added;
  const [firstSystemFile] = systemFiles;
  return (
    <>
      {failure !== null && (
        <Notice tone="error">
          <p>
            {failure}{' '}
            {left.length > 0 &&
              t('{count, plural, one {# photo} other {# photos}} not added yet.', { count: left.length })}
          </p>
          {left.length > 0 && (
            <Button variant="secondary" size="sm" icon={RotateCcw} onClick={onGoOn} className="mt-2">
              {t('Continue')}
            </Button>
          )}
        </Notice>
      )}
      {firstSystemFile !== undefined && (
        <p role="status" className="text-sm text-muted">
          {systemFilesSaid(systemFiles.length, firstSystemFile)}
        </p>
      )}
      <Names title={t('Not added')} entries={refused.map(({ name, why }) => `${name}: ${why}`)} />
      <Names title={t('No row matches these files')} entries={unmatched} />
    </>
  );
}

function Names({ title, entries }: { readonly title: string; readonly entries: readonly string[] }) {
  if (entries.length === 0) return null;
  return (
    <Disclosure title={`${title}: ${numberWords(entries.length)}`}>
      <ul className="mt-2 grid gap-1 text-muted">
        {[...new Set(entries)].slice(0, REFUSED_SHOWN).map((entry) => (
          <li key={entry} className="break-words">
            <bdi translate="no">{entry}</bdi>
          </li>
        ))}
        {entries.length > REFUSED_SHOWN && (
          <li>{t('… and {count, number} more', { count: entries.length - REFUSED_SHOWN })}</li>
        )}
      </ul>
    </Disclosure>
  );
}
