import type { RunStatus } from '@packshot/contract/catalog/runs';
import { classNames } from '../../../ui/class-names.ts';
import { RUN_STATUS_WORDS } from '../words.ts';

const LOOKS: Readonly<Record<RunStatus, string>> = {
  draft: 'bg-fill text-muted',
  running: 'bg-accent-soft text-accent-text',
  paused: 'bg-warning-soft text-warning',
  canceled: 'bg-fill text-muted',
  finished: 'bg-success-soft text-success',
};

export const StatusBadge = ({ status }: { readonly status: RunStatus }) => (
  <span className={classNames('inline-flex rounded-full px-2.5 py-0.5 text-xs font-semibold', LOOKS[status])}>
    {RUN_STATUS_WORDS[status]}
  </span>
);
