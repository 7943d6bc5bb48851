import type {
  CutOutFacts,
  EngineFacts,
  Placement,
  Provenance,
  RecordSettings,
  RecordSlot,
  SceneFacts,
  ToolId,
} from '@packshot/contract';
import { RECORDS_FOLDER } from '../uploads/folders.ts';

/**
 * Storage keys of a record's pictures, one per slot (output, thumbnail, input and so on); null for a missing picture.
 */
export type SlotKeys = Readonly<Record<RecordSlot, string | null>>;

/**
 * A generation that the user saved in History. Its pictures are results and uploads of the user, or were uploaded for
 * this record.
 */
export interface StoredRecord {
  readonly id: string;
  readonly userId: string;
  readonly toolType: ToolId;
  readonly name: string;
  readonly prompt: string;
  readonly keys: SlotKeys;
  /** Width of the full-size picture in pixels; null if unknown. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly seed: number | null;
  readonly placement: Placement | null;
  readonly scene: SceneFacts | null;
  readonly cutOut: CutOutFacts | null;
  readonly settings: RecordSettings;
  readonly engine: EngineFacts | null;
  /** Provenance of the output picture; null if unknown. */
  readonly provenance: Provenance | null;
  readonly isVisible: boolean;
  readonly isStarred: boolean;
  /**
   * Time at which the output picture was first found in the store. The sweeper removes records for which this stays
   * null.
   */
  readonly confirmedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
}

/** Folder of the pictures that a user uploaded for records. */
export const getRecordFolder = (userId: string): string => `${RECORDS_FOLDER}${userId}/`;
export const slotKey = (userId: string, recordId: string, slot: RecordSlot): string =>
  `${getRecordFolder(userId)}${recordId}/${slot}`;
