import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import type { ApiKey } from '@packshot/contract/api/keys';
import { GCP_COMPANY_LABEL } from '@packshot/contract/billing/plans';
import { Button } from '../../../ui/button.tsx';
import type { ButtonProps } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { formatDay } from '../days.ts';
import { formatLife, SCOPE_WORDS } from './key-words.ts';

/** Actions on a key; owners and admins can only revoke the keys of other members. */
export type KeyAction = 'edit' | 'rotate' | 'revoke';

export function KeyRow(props: {
  readonly shown: ApiKey;
  readonly now: Date;
  readonly onAction: (action: KeyAction) => void;
}) {
  const { shown: key, now, onAction } = props;
  const { member, monthly_ceiling: ceiling, spent_this_month: spent } = key;
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-medium">
            <span translate="no" className="min-w-0 break-words">
              {key.name}
            </span>
            <span className="rounded-sm bg-fill px-1.5 py-0.5 text-xs font-semibold text-muted">
              {key.mode === 'test' ? t('Test') : t('Live')}
            </span>
          </p>
          <p className="mt-0.5 text-sm text-muted">
            <code translate="no" className="font-mono">
              {key.starts_with}…
            </code>
            {!member.is_you && <> · {member.name || GCP_COMPANY_LABEL}</>}
          </p>
          <p className="mt-0.5 text-sm text-muted">
            {key.scopes.map((scope) => SCOPE_WORDS[scope].title).join(', ')}
            {key.addresses.length > 0 &&
              ` · ${t('From {addresses}', { addresses: key.addresses.join(', ') })}`}
          </p>
          <p className="mt-0.5 text-sm text-muted">{formatLife(key, now)}</p>
          {key.rotated_until !== null && new Date(key.rotated_until) > now && (
            <p className="mt-0.5 text-sm text-muted">
              {t('The previous key works until {date}.', { date: formatDay(key.rotated_until) })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {member.is_you && (
            <>
              <RowButton aria-label={t('Edit {key}', { key: key.name })} onClick={() => onAction('edit')}>
                {t('Edit')}
              </RowButton>
              <RowButton aria-label={t('Rotate {key}', { key: key.name })} onClick={() => onAction('rotate')}>
                {t('Rotate')}
              </RowButton>
            </>
          )}
          <RowButton aria-label={t('Revoke {key}', { key: key.name })} onClick={() => onAction('revoke')}>
            {t('Revoke')}
          </RowButton>
        </div>
      </div>
      {!hasBilling() ? null : ceiling === null ? (
        spent > 0 && (
          <p className="text-sm text-muted">
            {t('{spent, plural, one {{spent} credit} other {{spent} credits}} spent this month', { spent })}
          </p>
        )
      ) : (
        <Meter
          label={t('Credits left this month')}
          value={Math.max(0, ceiling - spent)}
          max={ceiling}
          valueText={t('{spent} of {ceiling} spent', { spent, ceiling })}
        />
      )}
    </li>
  );
}

const RowButton = (props: ButtonProps) => <Button variant="secondary" size="sm" {...props} />;
