import type { OpenTaskFeed } from '../tools/task-feed.ts';

/** Feeds of the servers that tests have started in this process. */
export const OPEN_FEEDS = new Set<OpenTaskFeed>();
