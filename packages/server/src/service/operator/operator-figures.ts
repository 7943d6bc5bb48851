import type { OperatorFigures } from '@packshot/contract';
import type { DiskSpace } from '../../platform/http/http-settings.ts';

/** What is kept of ended tasks, without whose they were. */
export type RecentFigures = Omit<OperatorFigures['recent'], 'is_whole_day'>;

/** Figures of the whole installation, each bounded in what it reads. */
export interface InstallationFigures {
  /** Of the tasks that ended since then, the last ones. */
  recent(since: Date, limit: number): Promise<RecentFigures>;
  databaseBytes(): Promise<number>;
  /** Of the folder in which objects are kept; null with a bucket. */
  disk(): Promise<DiskSpace | null>;
}
