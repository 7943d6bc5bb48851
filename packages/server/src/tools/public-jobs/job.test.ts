import { describe, expect, it } from 'vitest';
import type { Task } from '../model.ts';
import type { CalledRequest } from '../request-store.ts';
import { presentJob } from './job.ts';

const REQUEST: CalledRequest = {
  id: 'r1',
  userId: 'u1',
  type: null,
  toolId: 8,
  input: { tool: 'cut-out', imageKey: 'uploads/1' },
  inputKeys: ['uploads/1'],
  cost: 1,
  creditState: 'reserved',
  apiKeyId: 'k1',
  ceilingMonth: null,
  callTerms: { mode: 'live', name: '' },
  createdAt: new Date(0),
};
const task = (variant: number, status: Task['status']): Task => ({
  id: `t${variant}`,
  requestId: 'r1',
  userId: 'u1',
  variant,
  status,
  progress: 0,
  stage: null,
  result: null,
  errorCode: null,
  errorProduct: null,
});

describe('the credits of a job', () => {
  it.each([
    ['reserved', ['PENDING', 'STARTED'], 0],
    ['reserved', ['FAILURE', 'REVOKED'], 0],
    ['reserved', ['SUCCESS', 'STARTED'], 1],
    ['settled', ['SUCCESS'], 1],
    ['released', ['FAILURE'], 0],
    ['free', ['SUCCESS'], 0],
  ] as const)(
    'are charged once a task has succeeded: credit state %s, task states %j',
    async (creditState, statuses, charged) => {
      const tasks = statuses.map((status, variant) => task(variant, status));
      const job = await presentJob({ ...REQUEST, creditState }, tasks, new Map(), () => Promise.resolve(''));
      expect(job.creditsCharged).toBe(charged);
    },
  );
});
