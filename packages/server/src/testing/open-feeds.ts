import type { OpenTaskFeed } from '../tools/task-feed.ts';

/** Feeds of task changes that belong to the servers which tests have started in this process. */
export const OPEN_FEEDS = new Set<OpenTaskFeed>();
