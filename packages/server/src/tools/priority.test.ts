import { expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { lastPriority, taskPriority } from './priority.ts';

const ACCEPTED_AT = new Date('2026-11-29T12:00:00Z');
const later = (seconds: number): Date => new Date(ACCEPTED_AT.getTime() + seconds * 1000);

it('items of catalog runs wait behind all tasks that users may have in the queue', () => {
  const { queuedTasks } = loadConfig({
    DATABASE_URL: 'postgres://localhost/none',
    SESSION_SECRET: 's'.repeat(64),
  }).limits;
  expect(queuedTasks).toBeGreaterThan(0);
  const items = lastPriority(ACCEPTED_AT);
  expect(taskPriority(ACCEPTED_AT, queuedTasks).getTime()).toBeLessThan(items.getTime());
  expect(taskPriority(later(3600), queuedTasks).getTime()).toBeLessThan(items.getTime());
});

it('the first task of a later user runs before the twentieth task of an earlier user', () => {
  const twentieth = taskPriority(ACCEPTED_AT, 19);
  expect(taskPriority(later(60), 0).getTime()).toBeLessThan(twentieth.getTime());
  // The twentieth task runs before tasks that arrive ten minutes later, so later users pass it only for a limited time.
  expect(taskPriority(later(600), 0).getTime()).toBeGreaterThan(twentieth.getTime());
});
