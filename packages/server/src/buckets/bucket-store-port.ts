import type { ErrorCode } from '@packshot/contract';

/** A bucket of an organization, as it is kept. */
export interface KeptBucket {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Null: Amazon’s. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly folder: string;
  readonly accessKeyId: string;
  readonly sealedSecret: Uint8Array;
  readonly pathStyle: boolean;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly triedAt: Date | null;
  readonly problem: ErrorCode | null;
  readonly createdAt: Date;
}

export interface BucketStore {
  insert(bucket: Omit<KeptBucket, 'triedAt' | 'problem'>): Promise<void>;
  /** By name. */
  list(organizationId: string): Promise<readonly KeptBucket[]>;
  find(organizationId: string, id: string): Promise<KeptBucket | null>;
  change(id: string, change: Partial<Omit<KeptBucket, 'id' | 'organizationId' | 'createdAt'>>): Promise<void>;
  delete(id: string): Promise<void>;
  /** Runs that have not ended and read from it or write into it, for each of them that has any. */
  countOpenRuns(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
