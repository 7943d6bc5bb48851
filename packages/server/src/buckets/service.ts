import { randomUUID } from 'node:crypto';
import { BUCKET_MESSAGES, BUCKETS_PER_ORGANIZATION } from '@packshot/contract';
import type { Bucket, BucketList, BucketPatch, BucketRequest } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { BucketDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted, PERMISSIONS } from '../platform/access/permissions.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenBucket } from '../platform/buckets/bucket-client.ts';
import type { SealedSecrets } from '../platform/secrets/sealed-secrets.ts';
import type { StoredBucket } from './bucket-store.ts';
import { openStoredBucket, sealedFor } from './open-stored-bucket.ts';
import { presentBucket } from './present.ts';
import { tryOut } from './try-out.ts';

export interface BucketDependencies {
  readonly database: BucketDatabase;
  readonly sealed: SealedSecrets;
  readonly openBucket: OpenBucket;
  /** Hosts in the operator's private network to which the server may connect, even without encryption. */
  readonly privateHosts: ReadonlySet<string>;
  /** Returns true if the URL contains an IP address that isn't on the public internet. */
  readonly isPrivateLiteral: (url: string) => boolean;
  readonly clock: Clock;
}

export function createBucketService(deps: BucketDependencies) {
  const { database, sealed, clock } = deps;
  const { buckets } = database.stores;

  const requireBucket = async (caller: Caller, id: string): Promise<StoredBucket> => {
    assertPermitted(caller, 'buckets.manage');
    const bucket = await buckets.find(caller.organizationId, id);
    if (bucket === null) throw new DomainError('NOT_FOUND');
    return bucket;
  };
  const readBucket = async (caller: Caller, id: string): Promise<Bucket> =>
    presentBucket(await requireBucket(caller, id), true, (await buckets.countOpenRuns([id])).get(id));

  return {
    async list(caller: Caller): Promise<BucketList> {
      assertPermitted(caller, 'buckets.use');
      const isManager = PERMISSIONS[caller.role].includes('buckets.manage');
      const storedBuckets = await buckets.list(caller.organizationId);
      const openRuns = await buckets.countOpenRuns(storedBuckets.map(({ id }) => id));
      const data = storedBuckets.map((each) => presentBucket(each, isManager, openRuns.get(each.id)));
      return { data, can_manage: isManager };
    },

    /**
     * Connects a bucket. Throws TOO_MANY_BUCKETS, or BAD_REQUEST for an endpoint that isn't HTTPS or is a private IP
     * address.
     */
    async create(caller: Caller, { secret_access_key: secret, ...request }: BucketRequest): Promise<Bucket> {
      assertPermitted(caller, 'buckets.manage');
      assertReachable(deps, request.endpoint);
      const { organizationId } = caller;
      const id = randomUUID();
      await database.transaction(async (stores) => {
        await stores.organizations.lock([organizationId]);
        if ((await stores.buckets.list(organizationId)).length >= BUCKETS_PER_ORGANIZATION)
          throw new DomainError('TOO_MANY_BUCKETS');
        const sealedSecret = sealed.seal(secret, sealedFor(id));
        const terms = {
          name: request.name,
          endpoint: request.endpoint,
          region: request.region,
          bucket: request.bucket,
          folder: request.folder,
          accessKeyId: request.access_key_id,
          pathStyle: request.path_style,
          mayRead: request.may_read,
          mayWrite: request.may_write,
        };
        await stores.buckets.insert({ id, organizationId, ...terms, sealedSecret, createdAt: clock.now() });
      });
      return readBucket(caller, id);
    },

    /** Changes a bucket. Throws NOT_FOUND, also for buckets of other organizations, as all methods below do. */
    async update(caller: Caller, id: string, patch: BucketPatch): Promise<Bucket> {
      const storedBucket = await requireBucket(caller, id);
      if (patch.endpoint !== undefined) assertReachable(deps, patch.endpoint);
      const mayRead = patch.may_read ?? storedBucket.mayRead;
      const mayWrite = patch.may_write ?? storedBucket.mayWrite;
      if (!mayRead && !mayWrite) throw wrong('may_read', BUCKET_MESSAGES.noRight);
      const { name, endpoint, region, bucket, folder, access_key_id: accessKeyId } = patch;
      const { path_style: pathStyle, secret_access_key: secret } = patch;
      const isOther = Object.keys(patch).some((field) => field !== 'name');
      await buckets.change(id, {
        ...(name !== undefined && { name }),
        ...(endpoint !== undefined && { endpoint }),
        ...(region !== undefined && { region }),
        ...(bucket !== undefined && { bucket }),
        ...(folder !== undefined && { folder }),
        ...(accessKeyId !== undefined && { accessKeyId }),
        ...(pathStyle !== undefined && { pathStyle }),
        ...(secret !== undefined && { sealedSecret: sealed.seal(secret, sealedFor(id)) }),
        mayRead,
        mayWrite,
        // Clears the result of an earlier test, because it doesn't apply to a bucket with other settings.
        ...(isOther && { triedAt: null, problem: null }),
      });
      return readBucket(caller, id);
    },

    async delete(caller: Caller, id: string): Promise<void> {
      await requireBucket(caller, id);
      await buckets.delete(id);
    },

    /** Tests once whether the bucket can be read and written, and stores the problem if there is one. */
    async try(caller: Caller, id: string): Promise<Bucket> {
      const storedBucket = await requireBucket(caller, id);
      const problem = await tryOut(storedBucket, () => openStoredBucket(deps, storedBucket));
      await buckets.change(id, { triedAt: clock.now(), problem });
      return readBucket(caller, id);
    },
  };
}

/** Manages the buckets of an organization: owners and admins change them, members can list and use them. */
export type BucketService = ReturnType<typeof createBucketService>;

/**
 * Checks that the endpoint may be called. Host names are checked at each request instead, because their DNS records
 * may change.
 */
function assertReachable(
  { privateHosts, isPrivateLiteral }: BucketDependencies,
  endpoint: string | null,
): void {
  if (endpoint === null) return;
  const { protocol, hostname } = new URL(endpoint);
  if (privateHosts.has(hostname)) return;
  if (protocol !== 'https:') throw wrong('endpoint', BUCKET_MESSAGES.endpointNotEncrypted);
  if (isPrivateLiteral(endpoint)) throw wrong('endpoint', BUCKET_MESSAGES.privateEndpoint);
}

const wrong = (field: string, message: string): DomainError =>
  new DomainError('BAD_REQUEST', { detail: { fields: [{ field, message }] } });
