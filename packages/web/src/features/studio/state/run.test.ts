import type { TaskState } from '@packshot/contract/tools/tasks';
import { describe, expect, it } from 'vitest';
import { overallState } from './run.ts';

const waitingTask = (place: number, wait_s: number | null): TaskState => ({
  task_id: 'a',
  status: 'PENDING',
  progress: 0,
  queue: { place, wait_s },
});

describe('the progress text of a queued task', () => {
  it.each<[number, number | null, string]>([
    [1, 3, 'Next in line'],
    [1, 12, 'Next in line, about 15 seconds'],
    [13, 41, 'Waiting: 12 ahead of you, about 45 seconds'],
    [13, 125, 'Waiting: 12 ahead of you, about 2 minutes'],
    [13, 58, 'Waiting: 12 ahead of you, about 1 minute'],
    [13, null, 'Waiting: 12 ahead of you'],
  ])('is, at queue position %i with %j seconds left, “%s”', (place, waitS, sentence) => {
    expect(overallState(['a'], { a: waitingTask(place, waitS) }).stage).toBe(sentence);
  });

  it('shows the work instead, once one of several tasks has begun', () => {
    const started: TaskState = { task_id: 'b', status: 'STARTED', progress: 0.2, stage: 'Edges' };
    expect(overallState(['a', 'b'], { a: waitingTask(2, 9), b: started })).toMatchObject({
      status: 'STARTED',
      stage: 'Edges',
    });
  });
});
