import type {
  EngineFacts,
  Placement,
  RecordSettings,
  RecordSlot,
  SceneFacts,
  ToolId,
} from '@packshot/contract';

/** Storage keys of a record's pictures; null where it has none. */
export type SlotKeys = Readonly<Record<RecordSlot, string | null>>;

/** A saved generation. Its pictures are results and uploads of its owner, or lie in slots of its own. */
export interface StoredRecord {
  readonly id: string;
  readonly userId: string;
  readonly toolType: ToolId;
  readonly name: string;
  readonly prompt: string;
  readonly keys: SlotKeys;
  /** Of the full-size picture; null when it is not known. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly seed: number | null;
  readonly placement: Placement | null;
  readonly scene: SceneFacts | null;
  readonly settings: RecordSettings;
  readonly engine: EngineFacts | null;
  readonly isVisible: boolean;
  readonly isStarred: boolean;
  /** When its output was first seen to be there; null: it never was, and the record is swept in the end. */
  readonly confirmedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
}

/** Where all pictures lie that were uploaded into records. */
export const RECORDS_FOLDER = 'records/';
/** Where a record's own pictures lie: everything of a user under one prefix. */
export const recordFolderOf = (userId: string): string => `${RECORDS_FOLDER}${userId}/`;
/** Where one of a record's own pictures lies. */
export const slotKey = (userId: string, recordId: string, slot: RecordSlot): string =>
  `${recordFolderOf(userId)}${recordId}/${slot}`;
