import type { OperatorFigures } from '@packshot/contract';

/** Facts about recently ended tasks, without their owners. */
export type RecentFigures = Omit<OperatorFigures['recent'], 'is_whole_day'>;
