import type { RecordSort, ToolId } from '@packshot/contract';
import type { GenerationInput, StoredTaskResult } from '../generations/model.ts';
import type { StoredRecord } from './model.ts';

export interface RecordFilter {
  /** All of them are in the prompt or the name, whatever their case. */
  readonly words: readonly string[];
  readonly toolTypes: readonly ToolId[] | null;
  /** Created then or later. */
  readonly from: Date | null;
  /** Created before. */
  readonly to: Date | null;
  readonly starred: boolean | null;
}

export interface ListedRecord extends StoredRecord {
  /**
   * Whose download pays for its output. A result pays for itself; a picture that its owner's browser composed (it lies in the
   * record's own slot) is paid for by the result that it was made from. Null: made of nothing but the owner's own, and free.
   */
  readonly payerKey: string | null;
  /** The user has paid for its output, or it is free. */
  readonly isDownloaded: boolean;
}

/** The finished task behind a result. */
export interface RecordOrigin {
  readonly input: GenerationInput;
  readonly featureType: ToolId;
  readonly result: StoredTaskResult;
  /** Which of its request's tasks made it, from 0. */
  readonly variant: number;
}

export type RecordChanges = Partial<
  Pick<
    StoredRecord,
    'isVisible' | 'isStarred' | 'name' | 'confirmedAt' | 'deletedAt' | 'keys' | 'widthPx' | 'heightPx'
  >
>;

export interface RecordStore {
  /** A result is saved once: when there is a record of it already, that one. */
  insertOrFind(record: Omit<StoredRecord, 'createdAt'>): Promise<StoredRecord>;
  /** Hidden and deleted ones too. */
  find(userId: string, id: string): Promise<ListedRecord | null>;
  /** Visible ones only. */
  list(
    userId: string,
    filter: RecordFilter,
    page: { readonly sort: RecordSort; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ListedRecord[]; readonly total: number }>;
  /** The visible ones of these, newest first; all of them for null. */
  listVisible(userId: string, ids: readonly string[] | null): Promise<readonly ListedRecord[]>;
  /** Notes that so many bytes more lie in its slots. */
  addSlotBytes(id: string, sizeBytes: number): Promise<void>;
  update(userId: string, id: string, changes: RecordChanges): Promise<void>;
  /** The task that made a result of the user; null when the key is none. */
  findOrigin(userId: string, outputKey: string): Promise<RecordOrigin | null>;
  /** Whose download pays for the output of a visible record; null when none of the user's has this output. */
  findPayer(userId: string, outputKey: string): Promise<Pick<ListedRecord, 'payerKey'> | null>;
  /** Created before `before`, and never seen to have an output. */
  listUnconfirmed(before: Date, limit: number): Promise<readonly StoredRecord[]>;
  /** Deleted before `before`, of users for whom nothing is being computed: a task may work on a record's pictures. */
  listDeleted(before: Date, limit: number): Promise<readonly StoredRecord[]>;
  /** Those of these keys that no other record of the user names. */
  unusedKeys(record: StoredRecord, keys: readonly string[]): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}
