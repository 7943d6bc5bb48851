import { hasBilling } from '../../../lib/page/installation.ts';
import type { ApiKey } from '@packshot/contract/api/keys';
import { GCP_COMPANY_LABEL } from '@packshot/contract/billing/plans';
import { plural } from '../../../lib/page/plural.ts';
import { Button } from '../../../ui/button.tsx';
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
            <span className="min-w-0 break-words">{key.name}</span>
            <span className="rounded-sm bg-fill px-1.5 py-0.5 text-xs font-semibold text-muted">
              {key.mode === 'test' ? 'Test' : 'Live'}
            </span>
          </p>
          <p className="mt-0.5 text-sm text-muted">
            <code className="font-mono">{key.starts_with}…</code>
            {!member.is_you && <> · {member.name || GCP_COMPANY_LABEL}</>}
          </p>
          <p className="mt-0.5 text-sm text-muted">
            {key.scopes.map((scope) => SCOPE_WORDS[scope].title).join(', ')}
            {key.addresses.length > 0 && ` · From ${key.addresses.join(', ')}`}
          </p>
          <p className="mt-0.5 text-sm text-muted">{formatLife(key, now)}</p>
          {key.rotated_until !== null && new Date(key.rotated_until) > now && (
            <p className="mt-0.5 text-sm text-muted">
              The previous key works until {formatDay(key.rotated_until)}.
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {member.is_you && (
            <>
              <RowButton name={key.name} label="Edit" onClick={() => onAction('edit')} />
              <RowButton name={key.name} label="Rotate" onClick={() => onAction('rotate')} />
            </>
          )}
          <RowButton name={key.name} label="Revoke" onClick={() => onAction('revoke')} />
        </div>
      </div>
      {!hasBilling() ? null : ceiling === null ? (
        spent > 0 && <p className="text-sm text-muted">{plural(spent, 'credit')} spent this month</p>
      ) : (
        <Meter
          label="Credits left this month"
          value={Math.max(0, ceiling - spent)}
          max={ceiling}
          valueText={`${spent} of ${ceiling} spent`}
        />
      )}
    </li>
  );
}

function RowButton(props: { readonly name: string; readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="secondary" size="sm" aria-label={`${props.label} ${props.name}`} onClick={props.onClick}>
      {props.label}
    </Button>
  );
}
