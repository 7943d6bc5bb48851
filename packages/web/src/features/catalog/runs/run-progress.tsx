import { t } from '@packshot/contract/text/translation';
import type { Run } from '@packshot/contract/catalog/runs';
import { classNames } from '../../../ui/class-names.ts';
import { countEnded, progressWords } from '../words.ts';

export function RunProgress({ run, className }: { readonly run: Run; readonly className?: string }) {
  if (run.status !== 'running' && run.status !== 'paused') return null;
  const total = Math.max(1, run.items);
  const [ended, failed] = [countEnded(run), run.counts.failed];
  return (
    <div
      role="progressbar"
      aria-label={t('Progress of {run}', { run: run.name })}
      aria-valuemin={0}
      aria-valuemax={run.items}
      aria-valuenow={ended}
      aria-valuetext={progressWords(run)}
      className={classNames('flex h-1.5 overflow-hidden rounded-full bg-fill-strong', className)}
    >
      <div className="bg-ink" style={{ width: `${((ended - failed) / total) * 100}%` }} />
      <div className="bg-danger" style={{ width: `${(failed / total) * 100}%` }} />
    </div>
  );
}
