import type { Account } from '../accounts/account-store.ts';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../platform/domain-error.ts';
import { announceIfOver } from '../tools/announce-job.ts';
import { releaseIfOver } from '../tools/lifecycle.ts';
import type { ServiceDatabase } from './stores.ts';

export interface EndDependencies {
  readonly database: ServiceDatabase;
  readonly clock: Clock;
  readonly endSubscription: (organizationId: string) => Promise<void>;
}

/** Deletes an account, on behalf of its user or the operator. Throws DomainError LAST_OWNER. */
export async function endAccount(
  deps: EndDependencies,
  { userId, organization, role: ownRole }: Account,
): Promise<void> {
  const members = await deps.database.stores.organizations.members(organization.id);
  const others = members.filter((member) => member.userId !== userId);
  if (others.length === 0) await deps.endSubscription(organization.id);
  else if (!others.some(({ role }) => role === 'owner') && ownRole === 'owner') {
    throw new DomainError('LAST_OWNER');
  }
  await deps.database.transaction(async (inside) => {
    const now = deps.clock.now();
    // Cancels all open tasks, because the user who would receive the results no longer exists.
    for (const requestId of await inside.tasks.revoke(userId, 'all')) {
      await releaseIfOver(inside, requestId);
      await announceIfOver(inside, requestId, now);
    }
    await inside.accounts.markDeleted(userId, now);
    await inside.refreshTokens.revokeFamilies(userId, null, 'account-deleted', now);
    await inside.apiKeys.endOfUser(userId, now);
  });
}
