import { t } from '@packshot/contract/text/translation';
import type { Bucket } from '@packshot/contract/buckets/buckets';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Rich } from '../../../ui/rich.tsx';

export type BucketAction = 'try' | 'edit' | 'delete';

const ACTIONS: readonly (readonly [BucketAction, string])[] = [
  ['try', t('Try it')],
  ['edit', t('Edit')],
  ['delete', t('Disconnect')],
];

export function BucketRow(props: {
  readonly shown: Bucket;
  readonly busy: BucketAction | null;
  /** Runs an action on the bucket. Missing if the row is read-only. */
  readonly onAction?: (action: BucketAction) => void;
}) {
  const { shown: bucket, busy, onAction } = props;
  const { problem, tried_at: triedAt } = bucket;
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-medium">
          <bdi translate="no" className="min-w-0 break-words">
            {bucket.name}
          </bdi>
          <span
            className={classNames(
              'rounded-sm px-1.5 py-0.5 text-xs font-semibold',
              problem === null ? 'bg-fill text-muted' : 'bg-danger-soft text-danger',
            )}
          >
            {problem !== null ? t('Failing') : triedAt === null ? t('Not tried yet') : t('Works')}
          </span>
        </p>
        <p className="mt-0.5 font-mono text-xs break-all text-muted">
          {formatLocation(bucket)}
          {bucket.endpoint !== null && ` · ${new URL(bucket.endpoint).host}`}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {[bucket.may_read && t('Import photos'), bucket.may_write && t('Deliver files')]
            .filter((words) => words !== false)
            .join(' · ')}
          {bucket.access_key_id !== null && (
            <>
              {' · '}
              <Rich
                text={t('access key <id>{keyId}</id>', { keyId: bucket.access_key_id })}
                id={<span className="font-mono text-xs break-all" />}
              />
            </>
          )}
        </p>
        <div role="status">
          {problem !== null && <p className="mt-1 text-sm text-danger">{problem.message}</p>}
        </div>
      </div>
      {onAction !== undefined && (
        <div className="flex flex-wrap gap-2">
          {ACTIONS.map(([action, label]) => (
            <Button
              key={action}
              variant="secondary"
              size="sm"
              loading={busy === action}
              aria-label={`${label}: ${bucket.name}`}
              onClick={() => onAction(action)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

const formatLocation = ({ bucket, folder }: Bucket): string =>
  `s3://${bucket}${folder === '' ? '' : `/${folder}`}`;
