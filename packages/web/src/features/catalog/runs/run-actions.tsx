import { t } from '@packshot/contract/text/translation';
import type { Run, RunAction, RunDownloadRequest } from '@packshot/contract/catalog/runs';
import { Archive, Eye, FileSpreadsheet, Pause, Play, RotateCcw, Trash2, X } from 'lucide';
import { useId, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CatalogLink, useGoTo } from '../catalog-link.tsx';
import { countMade } from '../words.ts';
import { downloadRun } from './download-run.ts';
import { ZipDialog } from './zip-dialog.tsx';
import { downloadsWords, useZipPrice } from './zip-price.ts';

interface RunActionsProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
}

type ConfirmedAction = 'cancel' | 'delete';

export function RunActions({ run, onChange }: RunActionsProps) {
  const goTo = useGoTo();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const priceId = useId();
  const [isZipAsked, setIsZipAsked] = useState(false);
  const [actionToConfirm, setActionToConfirm] = useState<ConfirmedAction | null>(null);
  const { price, reload: reloadPrice } = useZipPrice(run, isZipAsked);

  const runAction = async (what: string, work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setBusy(null);
    }
  };
  const act = (action: RunAction): Promise<void> =>
    runAction(action, async () =>
      onChange((await call('changeRun', { params: { id: run.id, action } })).data),
    );
  const download = (order: RunDownloadRequest): Promise<void> => {
    setIsZipAsked(false);
    return runAction(order.kind, () => downloadRun(run.id, order).finally(reloadPrice));
  };
  const remove = (): Promise<void> =>
    runAction('delete', async () => {
      await call('deleteRun', { params: { id: run.id } });
      goTo({ kind: 'runs' }, true);
    });
  const confirm = async (): Promise<void> => {
    const action = actionToConfirm;
    setActionToConfirm(null);
    await (action === 'delete' ? remove() : act('cancel'));
  };

  const { status, counts } = run;
  const madeCount = countMade(run);
  const isBusy = busy !== null;
  const hasEnded = status === 'finished' || status === 'canceled';
  const shownPrice = status !== 'running' && price.state === 'ready' ? price.value : null;
  const isAffordable = shownPrice !== null && shownPrice.all <= shownPrice.balance;
  const isFree = price.state === 'ready' && price.value === null;
  const isZipClear = counts.needs_review === 0 && (isFree || isAffordable);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {status === 'running' && (
          <Button
            variant="secondary"
            icon={Pause}
            loading={busy === 'pause'}
            disabled={isBusy}
            onClick={() => void act('pause')}
          >
            {t('Pause')}
          </Button>
        )}
        {status === 'paused' && (
          <Button
            icon={Play}
            loading={busy === 'resume'}
            disabled={isBusy}
            onClick={() => void act('resume')}
          >
            {t('Resume')}
          </Button>
        )}
        {counts.needs_review > 0 && (
          <CatalogLink
            to={{ kind: 'review', id: run.id }}
            className={buttonClasses(hasEnded ? 'primary' : 'secondary')}
          >
            <Icon of={Eye} sizePx={16} />
            {t('Review {count, number}', { count: counts.needs_review })}
          </CatalogLink>
        )}
        {madeCount > 0 && (
          <Button
            variant={hasEnded && counts.needs_review === 0 ? 'primary' : 'secondary'}
            icon={Archive}
            loading={busy === 'zip'}
            disabled={isBusy}
            aria-describedby={shownPrice === null ? undefined : priceId}
            onClick={() => (isZipClear ? void download({ kind: 'zip' }) : setIsZipAsked(true))}
          >
            {t('Download ZIP')}
          </Button>
        )}
        {madeCount > 0 && (
          <Button
            variant="secondary"
            icon={FileSpreadsheet}
            loading={busy === 'manifest'}
            disabled={isBusy}
            onClick={() => void download({ kind: 'manifest' })}
          >
            {t('Manifest')}
          </Button>
        )}
        {hasEnded && counts.skipped > 0 && (
          <Button
            variant="secondary"
            icon={Play}
            loading={busy === 'continue'}
            disabled={isBusy}
            onClick={() => void act('continue')}
          >
            {t('Process {count, plural, one {# skipped photo} other {# skipped photos}}', {
              count: counts.skipped,
            })}
          </Button>
        )}
        {hasEnded && counts.failed > 0 && (
          <Button
            variant="secondary"
            icon={RotateCcw}
            loading={busy === 'retry'}
            disabled={isBusy}
            onClick={() => void act('retry')}
          >
            {t('Retry {count, number} failed', { count: counts.failed })}
          </Button>
        )}
        {(status === 'running' || status === 'paused') && (
          <Button variant="secondary" icon={X} disabled={isBusy} onClick={() => setActionToConfirm('cancel')}>
            {t('Cancel')}
          </Button>
        )}
        {hasEnded && (
          <Button
            variant="ghost"
            icon={Trash2}
            disabled={isBusy}
            onClick={() => setActionToConfirm('delete')}
            className="font-medium text-muted sm:ml-auto"
          >
            {t('Delete')}
          </Button>
        )}
      </div>
      {shownPrice !== null && (
        <p id={priceId} className="text-sm text-muted">
          {t('ZIP: {price}', { price: downloadsWords(shownPrice.all, shownPrice.balance) })}{' '}
          {!isAffordable && <MoreCredits of="download" />}
        </p>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <ZipDialog
        run={run}
        isOpen={isZipAsked}
        price={price}
        onReload={reloadPrice}
        onClose={() => setIsZipAsked(false)}
        onDownload={(order) => void download(order)}
      />
      <Confirmation
        action={actionToConfirm}
        run={run}
        onClose={() => setActionToConfirm(null)}
        onConfirm={() => void confirm()}
      />
    </>
  );
}

function Confirmation(props: {
  readonly action: ConfirmedAction | null;
  readonly run: Run;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const { action, run, onClose, onConfirm } = props;
  const isDelete = action === 'delete';
  return (
    <Dialog
      isOpen={action !== null}
      onClose={onClose}
      title={isDelete ? t('Delete this run?') : t('Cancel this run?')}
      description={
        isDelete
          ? t(
              'Its {pictures, plural, one {# picture} other {# pictures}} and all of its other data will be permanently deleted.',
              { pictures: countMade(run) },
            )
          : t('Waiting photos are skipped. Finished pictures stay, and you can continue later.')
      }
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {isDelete ? t('Keep it') : t('Keep running')}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {isDelete ? t('Delete') : t('Cancel run')}
          </Button>
        </>
      }
    />
  );
}
