import { t } from '@packshot/contract/text/translation';
import type { Run } from '@packshot/contract/catalog/runs';
import { useCallback, useState } from 'react';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { ownName } from '../../../lib/files/own-name.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { itemName } from '../words.ts';
import { missingIn } from './missing-rows.ts';

interface MissingFilesProps {
  readonly run: Run;
  /** Called to remove the rows that wait for files. */
  readonly onRemove: () => void;
}

/** List of files that the table names but the run lacks, to request them; rows without files can be removed. */
export function MissingFiles({ run, onRemove }: MissingFilesProps) {
  const [openDialog, setOpenDialog] = useState<'list' | 'question' | null>(null);
  const { missing } = run.sources;
  const close = (): void => setOpenDialog(null);
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => setOpenDialog('list')}>
          {t('Show missing files')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setOpenDialog('question')}>
          {t('Remove these rows')}
        </Button>
      </div>
      <Dialog
        isOpen={openDialog !== null}
        onClose={close}
        title={
          openDialog === 'list'
            ? t('Missing files')
            : t('Remove {missing, plural, one {# row} other {# rows}}?', { missing })
        }
        description={
          openDialog === 'list'
            ? t('Products in your table without a photo yet.')
            : t(
                'These products are removed from the run and its manifest. Copy the list if you still need it.',
              )
        }
        actions={
          openDialog === 'question' && (
            <>
              <Button variant="secondary" onClick={close}>
                {t('Keep them')}
              </Button>
              <Button
                variant="danger"
                onClick={() => {
                  close();
                  onRemove();
                }}
              >
                {t('Remove')}
              </Button>
            </>
          )
        }
      >
        <MissingList run={run} />
      </Dialog>
    </>
  );
}

function MissingList({ run: { id, items } }: { readonly run: Run }) {
  const load = useCallback(async () => missingIn(id, items), [id, items]);
  const { loaded, reload } = useLoaded(load);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-40" />;
  const lines = loaded.value.map((item) => `${itemName(item)}\t${ownName(item.source.name)}`);
  return (
    <CopyField label={t('Product and file')} value={lines.join('\n')} rows={Math.min(10, lines.length)} />
  );
}
