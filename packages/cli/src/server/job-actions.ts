export const JOB_ACTIONS = ['list', 'show', 'stop', 'download'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];
