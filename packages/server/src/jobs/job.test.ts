import { JOB_NAMES } from '../domain/ports/job-queue.ts';
import { describe, expect, it } from 'vitest';
import { JOB_DEFINITIONS } from './definitions.ts';
import { loadJobs } from './job.ts';
import type { AnyJobDefinition } from './job.ts';

describe('the check before a worker starts', () => {
  it('finds one handler for every kind of job', async () => {
    const jobs = await loadJobs(JOB_DEFINITIONS);
    expect(jobs.map((job) => job.definition.name).toSorted()).toEqual([...JOB_NAMES].toSorted());
  });

  it('refuses a kind without a definition', async () => {
    await expect(loadJobs(JOB_DEFINITIONS.slice(1))).rejects.toThrow('remove-background has 0 definitions');
  });

  it('refuses a kind with two', async () => {
    const [first] = JOB_DEFINITIONS;
    const twice = first === undefined ? [] : [...JOB_DEFINITIONS, first];
    await expect(loadJobs(twice)).rejects.toThrow('remove-background has 2 definitions');
  });

  it('refuses the handler of another kind', async () => {
    const crossed = JOB_DEFINITIONS.map((definition) =>
      definition.name === 'abandoned-task'
        ? { ...definition, loadHandler: () => import('./handlers/remove-background.ts') }
        : definition,
    ) as unknown as AnyJobDefinition[];
    await expect(loadJobs(crossed)).rejects.toThrow(
      'abandoned-task is given the handler of remove-background',
    );
  });
});
