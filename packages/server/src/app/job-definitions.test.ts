import { describe, expect, expectTypeOf, it } from 'vitest';
import type { JobPayloads } from '../platform/queue/job-queue.ts';
import { JOB_DEFINITIONS } from './job-definitions.ts';
import { loadJobs } from '../platform/queue/job.ts';
import type { JobDefinitions } from '../platform/queue/job.ts';

/** Type-level tests: a failure shows in `npm run check`, not when Vitest runs this file. */
describe('the table of job definitions', () => {
  it('has a definition for each kind of job payload', () => {
    expectTypeOf<keyof JobDefinitions>().toEqualTypeOf<keyof JobPayloads>();
    expectTypeOf<typeof JOB_DEFINITIONS>().toExtend<JobDefinitions>();
  });

  it('doesn’t compile if a definition is missing', () => {
    expectTypeOf<Omit<JobDefinitions, 'mail'>>().not.toExtend<JobDefinitions>();
  });

  it('doesn’t compile if a kind of job has the handler of another kind', () => {
    type Crossed = Omit<JobDefinitions, 'mail'> & { readonly mail: JobDefinitions['magic'] };
    expectTypeOf<Crossed>().not.toExtend<JobDefinitions>();
  });
});

describe('the check before a worker starts', () => {
  it('finds one handler for every kind of job', async () => {
    const jobs = await loadJobs(JOB_DEFINITIONS);
    expect(jobs.map(({ name }) => name)).toEqual(Object.keys(JOB_DEFINITIONS));
  });

  it('refuses a kind of job that has the handler of another kind', async () => {
    const crossed = {
      ...JOB_DEFINITIONS,
      'abandoned-task': JOB_DEFINITIONS['cut-out'],
    } as unknown as JobDefinitions;
    await expect(loadJobs(crossed)).rejects.toThrow('abandoned-task is given the handler of cut-out');
  });
});
