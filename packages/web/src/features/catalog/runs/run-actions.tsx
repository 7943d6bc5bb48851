import { t } from '@packshot/contract/text/translation';
import type { Run, RunAction, RunDownloadRequest } from '@packshot/contract/catalog/runs';
import { Archive, Eye, FileSpreadsheet, Pause, Play, RotateCcw, Trash2, X } from 'lucide';
import { useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CatalogLink, useGoTo } from '../catalog-link.tsx';
import { countMade } from '../words.ts';
import { downloadRun } from './download-run.ts';

interface RunActionsProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
}

type ConfirmedAction = 'cancel' | 'delete';

export function RunActions({ run, onChange }: RunActionsProps) {
  const goTo = useGoTo();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isZipAsked, setIsZipAsked] = useState(false);
  const [actionToConfirm, setActionToConfirm] = useState<ConfirmedAction | null>(null);

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
    return runAction(order.kind, () => downloadRun(run.id, order));
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
            className={buttonClasses(status === 'finished' ? 'primary' : 'secondary')}
          >
            <Icon of={Eye} sizePx={16} />
            {t('Review {count, number}', { count: counts.needs_review })}
          </CatalogLink>
        )}
        {madeCount > 0 && (
          <>
            <Button
              variant="secondary"
              icon={Archive}
              loading={busy === 'zip'}
              disabled={isBusy}
              onClick={() => (counts.needs_review > 0 ? setIsZipAsked(true) : void download({ kind: 'zip' }))}
            >
              {t('Download ZIP')}
            </Button>
            <Button
              variant="secondary"
              icon={FileSpreadsheet}
              loading={busy === 'manifest'}
              disabled={isBusy}
              onClick={() => void download({ kind: 'manifest' })}
            >
              {t('Manifest')}
            </Button>
          </>
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
            variant="secondary"
            icon={Trash2}
            disabled={isBusy}
            onClick={() => setActionToConfirm('delete')}
          >
            {t('Delete')}
          </Button>
        )}
      </div>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <UnreviewedQuestion
        run={run}
        isOpen={isZipAsked}
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

/** Asks the user whether the ZIP should include pictures that aren't reviewed. */
function UnreviewedQuestion(props: {
  readonly run: Run;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDownload: (order: RunDownloadRequest) => void;
}) {
  const { run, isOpen, onClose, onDownload } = props;
  const { needs_review: count } = run.counts;
  const reviewed = countMade(run) - count;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('{count, plural, one {# picture isn’t} other {# pictures aren’t}} reviewed', { count })}
      description={t('They may need a fix. If you hold them back, the manifest lists them without a file.')}
      actions={
        <>
          <CatalogLink to={{ kind: 'review', id: run.id }} className={buttonClasses('secondary')}>
            {t('Review now')}
          </CatalogLink>
          {reviewed > 0 && (
            <Button
              variant="secondary"
              onClick={() => onDownload({ kind: 'zip', states: ['done', 'approved'] })}
            >
              {t('Hold back')}
            </Button>
          )}
          <Button onClick={() => onDownload({ kind: 'zip' })}>{t('Include')}</Button>
        </>
      }
    />
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
