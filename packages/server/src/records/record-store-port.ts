import type { Provenance, RecordSort, ToolId } from '@packshot/contract';
import type { ResultOrigin } from '../tools/model.ts';
import type { StoredRecord } from './model.ts';

export interface RecordFilter {
  /** Each of them must occur in the prompt or the name, ignoring case. */
  readonly words: readonly string[];
  readonly toolTypes: readonly ToolId[] | null;
  /** Created at or after this time. */
  readonly from: Date | null;
  /** Created before this time. */
  readonly to: Date | null;
  readonly starred: boolean | null;
}

export interface ListedRecord extends StoredRecord {
  /**
   * The result whose download pays for this output. A result pays for itself; a picture composed in the
   * browser (stored in the record's own slot) is paid for by the result it was made from. Null when it
   * contains only the owner's own material and is free.
   */
  readonly payerKey: string | null;
  /** True when the user has paid for the output, or it is free. */
  readonly isDownloaded: boolean;
}

export type RecordChanges = Partial<
  Pick<
    StoredRecord,
    | 'isVisible'
    | 'isStarred'
    | 'name'
    | 'confirmedAt'
    | 'deletedAt'
    | 'keys'
    | 'widthPx'
    | 'heightPx'
    | 'provenance'
  >
>;

export interface RecordStore {
  /** Saves a result once; returns the existing record when there is one. */
  insertOrFind(record: Omit<StoredRecord, 'createdAt'>): Promise<StoredRecord>;
  /** Includes hidden and deleted ones. */
  find(userId: string, id: string): Promise<ListedRecord | null>;
  /** Ids of the visible records of these outputs, by the outputs. */
  idsOfOutputs(userId: string, outputKeys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Visible ones only. */
  list(
    userId: string,
    filter: RecordFilter,
    page: { readonly sort: RecordSort; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ListedRecord[]; readonly total: number }>;
  /** The visible ones of these, newest first; all of them for null. */
  listVisible(userId: string, ids: readonly string[] | null): Promise<readonly ListedRecord[]>;
  /** Adds to the recorded size of its slots. */
  addSlotBytes(id: string, sizeBytes: number): Promise<void>;
  update(userId: string, id: string, changes: RecordChanges): Promise<void>;
  /** The task that made one of the user's results; null for any other key. */
  findOrigin(userId: string, outputKey: string): Promise<ResultOrigin | null>;
  /** Files that tasks have written for the user, those that only pass included, with how their pictures came to be. */
  listFilesOfSize(
    userId: string,
    sizeBytes: number,
  ): Promise<readonly { readonly sha256: string; readonly provenance: Provenance }[]>;
  /** Whether this is the output of a visible record of the user's. */
  isOutput(userId: string, key: string): Promise<boolean>;
  /** The payer of the output of a visible record; null when the user has no record with this output. */
  findPayer(userId: string, outputKey: string): Promise<Pick<ListedRecord, 'payerKey'> | null>;
  /** Created before `before`, with an output that never arrived. */
  listUnconfirmed(before: Date, limit: number): Promise<readonly StoredRecord[]>;
  /**
   * Deleted before `before`, of users without running tasks, since a task may be using a record's pictures.
   */
  listDeleted(before: Date, limit: number): Promise<readonly StoredRecord[]>;
  /** Those of these keys that no other record of the user references. */
  unusedKeys(record: StoredRecord, keys: readonly string[]): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}
