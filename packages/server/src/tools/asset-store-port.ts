export interface NewAsset {
  readonly key: string;
  readonly userId: string;
  readonly taskId: string;
  readonly attempt: number;
  readonly rendition: 'full' | 'standard' | 'heat-map' | 'passing' | 'output';
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface AssetStore {
  /** Notes objects that are about to be written. */
  announce(assets: readonly NewAsset[]): Promise<void>;
  isStored(userId: string, key: string): Promise<boolean>;
  /** Announced before `before` and never settled. */
  listAbandoned(before: Date, limit: number): Promise<readonly string[]>;
  delete(keys: readonly string[]): Promise<void>;
  /** Notes that these are no longer in the store: they were, and their task keeps saying so. */
  retire(keys: readonly string[]): Promise<void>;
  isDownloaded(userId: string, key: string): Promise<boolean>;
  /** Filters assets that were downloaded before, by any owner: a guest who has signed in since has paid already. */
  paidOf(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** @returns those of these assets that had not been downloaded before */
  recordDownloads(userId: string, keys: readonly string[]): Promise<readonly string[]>;
  /** The payer of a file of a catalog run: the first file of its photo; null for any other key. */
  payerOfRunFile(userId: string, key: string): Promise<string | null>;
}
