import { errorSentence } from '../../../lib/api/error-sentence.ts';
import { t } from '@packshot/contract/text/translation';
import type { DeliverRequest, RunDelivery } from '@packshot/contract/buckets/destinations';
import type { Run } from '@packshot/contract/catalog/runs';
import { useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { deliveryWords } from '../words.ts';
import { DestinationDialog } from './destination-dialog.tsx';

interface DeliveryCardProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
}

/** Delivery of a run’s files: destination, progress, and actions for files that didn't arrive. */
export function DeliveryCard({ run, onChange }: DeliveryCardProps) {
  const { id, to, status } = run;
  const [isChoosing, setIsChoosing] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isDraft = status === 'draft';
  const hasEnded = status === 'finished' || status === 'canceled';
  const runAction = async (what: string, work: () => Promise<Run>): Promise<void> => {
    setBusy(what);
    setFailure(null);
    try {
      onChange(await work());
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
    setBusy(null);
  };
  const deliver = async (body: DeliverRequest): Promise<Run> =>
    (await call('deliverRun', { params: { id }, body })).data;
  const change = async (body: { readonly to: NonNullable<DeliverRequest['to']> | null }): Promise<Run> =>
    (await call('updateRun', { params: { id }, body })).data;
  // Hidden while the run works: the destination can be chosen only before the start or after the end.
  if (to === null && !isDraft && !hasEnded) return null;
  return (
    <Card
      className={
        isDraft && to === null
          ? 'flex flex-wrap items-center justify-between gap-3 px-6 py-4'
          : 'grid gap-3 p-6 max-md:p-5'
      }
    >
      {!(isDraft && to === null) && <h2 className="text-base font-semibold">{t('Delivery')}</h2>}
      {to === null ? (
        <p className="text-sm text-muted">
          {t('Files stay here for 30 days and can be downloaded as a ZIP. You can also deliver them to S3.')}
        </p>
      ) : (
        <Progress to={to} isDraft={isDraft} />
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-2">
        {to !== null && to.failed > 0 && to.bucket_id !== null && (
          <Button
            loading={busy === 'again'}
            disabled={busy !== null}
            onClick={() => void runAction('again', () => deliver({}))}
          >
            {t('Deliver again')}
          </Button>
        )}
        {to?.problem?.code === 'BUCKET_KEY_TAKEN' && to.bucket_id !== null && (
          <Button
            variant="secondary"
            loading={busy === 'overwrite'}
            disabled={busy !== null}
            onClick={() => void runAction('overwrite', () => deliver({ overwrite: true }))}
          >
            {t('Overwrite existing files')}
          </Button>
        )}
        {(isDraft || hasEnded) && (
          <Button variant="secondary" disabled={busy !== null} onClick={() => setIsChoosing(true)}>
            {to === null ? t('Deliver to S3') : isDraft ? t('Change') : t('Deliver elsewhere')}
          </Button>
        )}
        {isDraft && to !== null && (
          <Button
            variant="secondary"
            loading={busy === 'keep'}
            disabled={busy !== null}
            onClick={() => void runAction('keep', () => change({ to: null }))}
          >
            {t('Keep files here')}
          </Button>
        )}
      </div>
      {isChoosing && (
        <DestinationDialog
          run={run}
          onClose={() => setIsChoosing(false)}
          onChosen={async (selectedDelivery) =>
            onChange(await (isDraft ? change({ to: selectedDelivery }) : deliver({ to: selectedDelivery })))
          }
        />
      )}
    </Card>
  );
}

function Progress({ to, isDraft }: { readonly to: RunDelivery; readonly isDraft: boolean }) {
  return (
    <div className="grid gap-1 text-sm">
      <p className="min-w-0 break-words">
        <bdi translate="no" className="font-medium">
          {to.bucket_name}
        </bdi>
        {to.folder !== '' && (
          <>
            {' · '}
            <bdi translate="no" className="font-mono text-xs break-all">
              {to.folder}
            </bdi>
          </>
        )}
        {to.overwrite && ` · ${t('overwrites existing files')}`}
        {isDraft && to.hold_doubtful && ` · ${t('holds pictures to review')}`}
      </p>
      {!isDraft && (
        <p role="status" className="text-muted tabular-nums">
          {deliveryWords(to)}
        </p>
      )}
      {to.problem !== null && <p className="text-danger">{errorSentence(to.problem)}</p>}
    </div>
  );
}
