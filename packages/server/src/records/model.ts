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

/** Storage keys of a record's pictures; null for a missing picture. */
export type SlotKeys = Readonly<Record<RecordSlot, string | null>>;

/** A saved generation. Its pictures are results and uploads of its owner, or are stored in its own slots. */
export interface StoredRecord {
  readonly id: string;
  readonly userId: string;
  readonly toolType: ToolId;
  readonly name: string;
  readonly prompt: string;
  readonly keys: SlotKeys;
  /** Size of the full-size picture; null if unknown. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly seed: number | null;
  readonly placement: Placement | null;
  readonly scene: SceneFacts | null;
  readonly cutOut: CutOutFacts | null;
  readonly settings: RecordSettings;
  readonly engine: EngineFacts | null;
  /** Provenance of the output; null if unknown. */
  readonly provenance: Provenance | null;
  readonly isVisible: boolean;
  readonly isStarred: boolean;
  /** Time at which the output was first found in the store. A record for which this stays null is swept. */
  readonly confirmedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
}

/** Folder of a user's record pictures. */
export const getRecordFolder = (userId: string): string => `${RECORDS_FOLDER}${userId}/`;
/** Key of a picture that was uploaded into a record. */
export const slotKey = (userId: string, recordId: string, slot: RecordSlot): string =>
  `${getRecordFolder(userId)}${recordId}/${slot}`;
