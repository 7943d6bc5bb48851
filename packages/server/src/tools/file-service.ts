import { bind } from '../platform/bind.ts';
import { READ_URL_TTL_S, V1_FILES_PATH } from '@packshot/contract';
import type { DownloadImageResponse } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import { isBillingOn } from '../billing/model.ts';
import { OutOfDownloads, payForDownloads } from './downloads.ts';
import type { DownloadDependencies } from './downloads.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileLinks } from '../platform/secrets/file-links.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import type { ObjectBody, ObjectStore } from '../platform/objects/object-store.ts';

/** Value for the balance in the response to a refused download. */
const REFUSED_BALANCE = -1;

/** A user's file with the storage key under which its download is charged; a null key makes it free. */
export interface PayableFile {
  readonly userId: string;
  readonly key: string;
  readonly payerKey: string | null;
  /** File name for saving, or null for the name in the storage key. */
  readonly name?: string | null;
}

export interface FileLinkDependencies extends DownloadDependencies {
  readonly objects: ObjectStore;
  readonly links: FileLinks;
  readonly clock: Clock;
}

/**
 * Creates a URL at which anyone can fetch the file for an hour, without an API key or session. Fetching a file that
 * costs credits charges its owner; showing the URL is free.
 */
export async function linkToFile(
  { objects, links, clock, billing }: Omit<FileLinkDependencies, 'database'>,
  { userId, key, payerKey, name = null }: PayableFile,
): Promise<string> {
  if (payerKey === null || !isBillingOn(billing))
    return objects.signedReadUrl(key, {
      expiresInSeconds: READ_URL_TTL_S,
      ...(name !== null && { downloadFileName: name }),
    });
  const expiresAt = new Date(clock.now().getTime() + READ_URL_TTL_S * 1000);
  return `${V1_FILES_PATH}/${links.sign({ userId, key, payerKey, name, expiresAt })}`;
}

/**
 * Opens a file and charges its download. A missing file costs nothing, and no byte is sent before payment.
 * @throws DomainError RESULT_NOT_FOUND, OUT_OF_DOWNLOADS
 */
export async function takeFile(
  deps: DownloadDependencies & { readonly objects: Pick<ObjectStore, 'readStream'> },
  { userId, key, payerKey }: PayableFile,
): Promise<ObjectBody> {
  const refused = new AbortController();
  try {
    const opened = await deps.objects.readStream(key, { signal: refused.signal });
    await payForDownloads(deps, userId, [payerKey]);
    return opened;
  } catch (error) {
    refused.abort();
    if (error instanceof ObjectNotFoundError) throw new DomainError('RESULT_NOT_FOUND', { cause: error });
    throw error;
  }
}

export function createFileService(deps: FileLinkDependencies) {
  return {
    /**
     * Creates a download URL. Debits at most once per asset and user. Returns `download_credits: -1` without `url` if
     * the balance is 0. Throws NOT_FOUND for a key the caller doesn't own.
     */
    downloadImage: bind(deps, downloadImage),
    /**
     * Opens the file behind a signed link. Throws RESULT_NOT_FOUND for a link that we didn't sign, is expired, or
     * belongs to a deleted account; OUT_OF_DOWNLOADS.
     */
    async open(token: string): Promise<ObjectBody & { readonly name: string }> {
      const grant = deps.links.read(token, deps.clock.now());
      // The link may outlive the account, so this also checks that the account still exists.
      if (grant === null || !(await deps.database.stores.accounts.isHere(grant.userId)))
        throw new DomainError('RESULT_NOT_FOUND');
      return { ...(await takeFile(deps, grant)), name: grant.name ?? grant.key.split('/').at(-1) ?? '' };
    },
  };
}

export type FileService = ReturnType<typeof createFileService>;

async function downloadImage(
  deps: DownloadDependencies & { readonly objects: ObjectStore },
  caller: Caller,
  key: string,
): Promise<DownloadImageResponse> {
  assertPermitted(caller, 'downloads.create');
  const { assets, records } = deps.database.stores;
  const owned = (await assets.isStored(caller.userId, key))
    ? { payerKey: (await assets.payerOfRunFile(caller.userId, key)) ?? key }
    : await records.findPayer(caller.userId, key);
  // The object's existence is checked before the debit, so that a missing object is never charged.
  if (owned === null || (await deps.objects.head(key)) === null) throw new DomainError('NOT_FOUND');
  const { payerKey } = owned;
  const url = await deps.objects.signedReadUrl(key, { expiresInSeconds: READ_URL_TTL_S });
  const isPaid = await payForDownloads(deps, caller.userId, [payerKey]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof OutOfDownloads) return false;
      throw error;
    },
  );
  const { id, balance } = await deps.database.stores.ledger.balance(caller.userId, 'download');
  return isPaid ? { id, download_credits: balance, url } : { id, download_credits: REFUSED_BALANCE };
}
