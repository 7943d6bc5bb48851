import type { ApiKey } from '@packshot/contract';
import type { Caller } from '../../platform/access/caller.ts';
import type { ApiKeyRow } from './api-key-store.ts';

export function presentApiKey(row: ApiKeyRow, caller: Caller): ApiKey {
  return {
    id: row.id,
    name: row.name,
    mode: row.mode,
    starts_with: row.secretStart,
    scopes: [...row.scopes],
    addresses: [...row.addresses],
    monthly_ceiling: row.monthlyCeiling,
    spent_this_month: row.spent,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    rotated_until: row.previousUntil?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    member: {
      user_id: row.userId,
      name: [row.memberFirstName, row.memberLastName].filter((part) => part !== '').join(' '),
      is_you: row.userId === caller.userId,
    },
  };
}
