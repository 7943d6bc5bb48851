import { ROUTES, V1_HEADERS } from '@packshot/contract';
import type { ErrorCode, Problem, V1Job, V1Result } from '@packshot/contract';
import type { JobPicture, JobResult, PublicJob } from '../../tools/public-jobs/job.ts';
import { createProblem } from './problems.ts';

export interface AnswerContext {
  /** Base URL of the site, without a trailing slash. */
  readonly site: string;
  readonly requestId: string;
}

export const jobPath = (jobId: string): string => `/v1/jobs/${jobId}`;

export function v1Job(job: PublicJob, context: AnswerContext): V1Job {
  return {
    id: job.id,
    tool: job.tool,
    mode: job.mode,
    status: job.status,
    progress: job.progress,
    credits_charged: job.creditsCharged,
    created_at: job.createdAt.toISOString(),
    results: job.results.map((result) => v1Result(job, result, context)),
    ...(job.errorCode !== null && { error: problemOfJob(job, job.errorCode, context) }),
  };
}

/** Problem that describes the failure of a job. */
export const problemOfJob = (
  { errorParam }: PublicJob,
  code: ErrorCode,
  { requestId }: AnswerContext,
): Problem => createProblem(code, requestId, { param: errorParam ?? undefined });

function v1Result(
  { id }: PublicJob,
  { index, picture, words }: JobResult,
  { site }: AnswerContext,
): V1Result {
  return {
    index,
    ...(picture !== null && {
      url: `${site}${jobPath(id)}/results/${index}`,
      // If pictures are stored in a local folder, their URL is only a path, so it is resolved against the site's URL.
      download_url: new URL(picture.url, site).href,
      image_key: picture.key,
      content_type: picture.mediaType,
      width: picture.widthPx,
      height: picture.heightPx,
      ...(picture.confidence !== null && { confidence: picture.confidence }),
      ...(picture.foreground !== null && { foreground: toForeground(picture.foreground) }),
      ...(picture.doubts !== null && { doubts: [...picture.doubts] }),
      ...(picture.seed !== null && { seed: picture.seed }),
      ...(picture.recipe !== null && { recipe: picture.recipe }),
      ...(picture.recordId !== null && { edit_url: editUrl(site, picture.recordId) }),
    }),
    ...(words !== null && {
      description: words.description,
      ...(words.shopTexts !== null && { shop_texts: words.shopTexts }),
      ...(words.readText.length > 0 && { read_text: [...words.readText] }),
    }),
  };
}

const toForeground = ({ xPx, yPx, widthPx, heightPx }: NonNullable<JobPicture['foreground']>) => ({
  x: xPx,
  y: yPx,
  width: widthPx,
  height: heightPx,
});

const editUrl = (site: string, recordId: string): string => `${site}${ROUTES.studio}?record=${recordId}`;

export function pictureHeaders(
  job: PublicJob,
  picture: JobPicture,
  { site }: AnswerContext,
): Record<string, string> {
  const { confidence, foreground, seed, recipe, recordId } = picture;
  return {
    [V1_HEADERS.job]: job.id,
    [V1_HEADERS.creditsCharged]: String(job.creditsCharged),
    ...(confidence !== null && { [V1_HEADERS.confidence]: confidence.toFixed(3) }),
    ...(foreground !== null && {
      [V1_HEADERS.foreground]: Object.values(toForeground(foreground)).join(','),
    }),
    ...(seed !== null && { [V1_HEADERS.seed]: String(seed) }),
    ...(recipe !== null && { [V1_HEADERS.recipe]: recipe }),
    ...(recordId !== null && { [V1_HEADERS.editUrl]: editUrl(site, recordId) }),
  };
}
