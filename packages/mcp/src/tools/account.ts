/** Tools for agents that list studio sets, jobs and usage. */
import { API_CALL_RETENTION_DAYS } from '@packshot/contract';
import { z } from 'zod';
import type { AgentBackend } from '../studio.ts';
import { jobAnswer, jobSchema, unpricedJobSchema } from './job.ts';
import { defineTool } from './tool.ts';
import type { AgentTool } from './tool.ts';

const listSets = (studio: AgentBackend): AgentTool =>
  defineTool({
    name: 'list_sets',
    title: 'List studio sets',
    description:
      'Lists the studio sets that products can be placed on, by id and title. Their pictures are the resources packshot://sets/{id}.',
    input: z.strictObject({}),
    output: z.object({
      sets: z.array(
        z.object({ id: z.string(), title: z.string(), keywords: z.array(z.string()), resource: z.string() }),
      ),
    }),
    scopes: ['images:read'],
    isFree: true,
    isReadOnly: true,
    isIdempotent: true,
    isOpenWorld: false,
    async call() {
      const sets = (await studio.sets()).map(({ id, title, keywords }) => ({
        id,
        title,
        keywords: [...keywords],
        resource: setResource(id),
      }));
      return { words: sets.map(({ id, title }) => `${id}: ${title}`).join('\n'), data: { sets } };
    },
  });

export const setResource = (id: string): string => `packshot://sets/${id}`;

const readJob = (studio: AgentBackend): AgentTool =>
  defineTool({
    name: 'read_job',
    title: 'Read a job',
    description:
      'Says how far a job is, and what it made. Use it when an answer says that work is still under way.',
    input: z.strictObject({ job_id: z.uuid().describe('From an earlier answer') }),
    output: studio.hasPrices ? jobSchema : unpricedJobSchema,
    scopes: ['images:read', 'jobs:run'],
    isFree: true,
    isReadOnly: true,
    isIdempotent: true,
    isOpenWorld: false,
    call: async ({ job_id: id }) => jobAnswer(await studio.job(id), studio),
  });

const DEFAULT_DAYS = 30;

const readUsage = (studio: AgentBackend): AgentTool =>
  defineTool({
    name: 'read_usage',
    title: 'Read usage',
    description: 'Calls, errors and credits of the last days, by tool.',
    input: z.strictObject({
      days: z.number().int().min(1).max(API_CALL_RETENTION_DAYS).default(DEFAULT_DAYS),
    }),
    output: z.object({
      days: z.number().int(),
      calls: z.number().int(),
      errors: z.number().int(),
      credits: z.number().int(),
      by_tool: z.array(
        z.object({ tool: z.string().nullable(), calls: z.number().int(), credits: z.number().int() }),
      ),
    }),
    scopes: ['usage:read'],
    isFree: true,
    isReadOnly: true,
    isIdempotent: true,
    isOpenWorld: false,
    async call({ days }) {
      const { calls, errors, credits, byTool } = await studio.usage(days);
      return {
        words: `${calls} calls in ${days} days, ${errors} of them refused; ${credits} ${credits === 1 ? 'credit' : 'credits'}.`,
        data: { days, calls, errors, credits, by_tool: byTool.map((each) => ({ ...each })) },
      };
    },
  });

export const accountTools = (studio: AgentBackend): readonly AgentTool[] => [
  listSets(studio),
  readJob(studio),
  ...(studio.hasPrices ? [readUsage(studio)] : []),
];
