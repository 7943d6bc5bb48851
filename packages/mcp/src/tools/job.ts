import { V1_JOB_STATUSES, v1ResultSchema } from '@packshot/contract';
import { z } from 'zod';
import { toArgument } from '../argument-names.ts';
import { resultResource } from '../picture-source.ts';
import { Refusal } from '../refusal.ts';
import type { Preview, AgentBackend, StudioJob, StudioResult } from '../studio.ts';
import type { ToolAnswer } from './tool.ts';

const resultSchema = v1ResultSchema.extend({
  resource: z.string().optional().describe('Names the picture in further calls'),
  path: z.string().optional().describe('The file'),
});

/**
 * Schema of a tool's answer about a job, or about a quote for work that hasn't started. Results are those of the public
 * API, with picture references that an agent can use.
 */
export const jobSchema = z.object({
  status: z.enum(['quoted', ...V1_JOB_STATUSES]),
  job_id: z.string().optional(),
  tool: z.string().optional(),
  progress: z.number().optional(),
  credits_charged: z.number().int().optional(),
  results: z.array(resultSchema),
});
/** Schema of a job for backends whose work is free, without the charge. */
export const unpricedJobSchema = jobSchema.omit({ credits_charged: true });
type JobData = z.output<typeof jobSchema>;

/**
 * Answer for an agent about a job.
 * @throws Refusal for a failed job
 */
export async function jobAnswer(job: StudioJob, studio: AgentBackend): Promise<ToolAnswer<JobData>> {
  if (job.error !== undefined)
    throw new Refusal(
      job.error.code,
      `${job.error.detail}${studio.hasPrices ? ' It cost nothing.' : ''} (Job ${job.id})`,
      { status: 422, param: toArgument(job.error.param) },
    );
  const results = job.results.map((result) => resultData(job.id, result));
  const data: JobData = {
    status: job.status,
    job_id: job.id,
    tool: job.tool,
    progress: job.progress,
    ...(studio.hasPrices && { credits_charged: job.credits_charged }),
    results,
  };
  if (job.status === 'queued' || job.status === 'running')
    return {
      words: `It is still under way (${Math.round(job.progress * 100)} %). Call read_job with ${job.id} in some seconds.`,
      data,
    };
  const pictures = results.filter(({ resource }) => resource !== undefined);
  return {
    words: [
      ...results.map(resultWords),
      ...(studio.hasPrices ? [chargedWords(job.credits_charged ?? 0)] : []),
    ].join('\n'),
    data,
    previews: await loadPreviews(job, pictures, studio),
    links: pictures.map(({ resource = '', index, content_type: mimeType = 'image/png' }) => ({
      uri: resource,
      name: `${job.tool}-${index + 1}.${mimeType.replace('image/', '')}`,
      mimeType,
    })),
  };
}

function resultData(jobId: string, result: StudioResult): JobData['results'][number] {
  const isPicture = result.width !== undefined;
  return { ...result, ...(isPicture && { resource: resultResource(jobId, result.index) }) };
}

function resultWords(result: JobData['results'][number]): string {
  const { description, resource, width, height, confidence, doubts = [], path } = result;
  if (resource === undefined) return description ?? '';
  const sure = confidence === undefined ? '' : `, confidence ${confidence.toFixed(2)}`;
  const places = doubts.length === 1 ? 'place' : 'places';
  const doubtful = doubts.length === 0 ? '' : `, ${doubts.length} ${places} to look at`;
  return `${path ?? resource}: ${width} × ${height} pixels${sure}${doubtful}.`;
}

const chargedWords = (credits: number): string =>
  credits === 0 ? 'It cost nothing.' : `It cost ${credits === 1 ? '1 credit' : `${credits} credits`}.`;

async function loadPreviews(
  job: StudioJob,
  pictures: readonly { index: number }[],
  studio: AgentBackend,
): Promise<readonly Preview[]> {
  const previews = await Promise.all(pictures.map(({ index }) => studio.preview(job, index)));
  return previews.filter((preview) => preview !== null);
}
