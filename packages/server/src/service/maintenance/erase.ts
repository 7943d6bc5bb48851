import { findAccount } from '../../accounts/find-account.ts';
import { endAccount } from '../end-account.ts';
import type { ServiceDatabase } from '../stores.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { listUserFolders } from '../../uploads/folders.ts';

export interface EraseDependencies {
  readonly database: ServiceDatabase;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly endSubscription: (organizationId: string) => Promise<void>;
}

/** The erased user, with the number and size of their files. */
export interface Erasure {
  readonly userId: string;
  readonly email: string | null;
  readonly isGuest: boolean;
  readonly createdAt: Date;
  readonly files: number;
  readonly sizeBytes: number;
}

/**
 * Erases one user or guest at their request or by law: signs them out everywhere, removes name and address, cancels
 * the subscription if no other user has it, and deletes files. The sweeper removes the rows, and files still being
 * written, once no more can be written for them.
 * @param who user id or mail address
 * @param options isDry changes nothing and reports what would be removed
 * @throws DomainError NOT_FOUND, also if the removal is already in progress; LAST_OWNER while others are in their
 * organization
 */
export async function erase(
  deps: EraseDependencies,
  who: string,
  { isDry }: { readonly isDry: boolean },
): Promise<Erasure> {
  const { accounts } = deps.database.stores;
  const account = await findAccount(accounts, who);
  // Guest accounts that this user had before signing in; they are erased too.
  const guestIds = await accounts.joinedGuests(account.userId);
  if (!isDry) await endAccount(deps, account);
  let files = 0;
  let sizeBytes = 0;
  for (const folder of [account.userId, ...guestIds].flatMap(listUserFolders)) {
    for await (const object of deps.objects.list(folder)) {
      if (!isDry) await deps.objects.delete(object.key);
      files += 1;
      sizeBytes += object.sizeBytes;
    }
  }
  const { userId, email, isGuest, createdAt } = account;
  return { userId, email, isGuest, createdAt, files, sizeBytes };
}
