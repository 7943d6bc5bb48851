import type { OperatorFigures } from '@packshot/contract';

/** What is kept of ended tasks, without whose they were. */
export type RecentFigures = Omit<OperatorFigures['recent'], 'is_whole_day'>;
