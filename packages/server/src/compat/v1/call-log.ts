import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ALL_V1_ENDPOINTS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import type { ApiUsageService } from '../../api/usage/service.ts';
import { hasEnded } from '../../tools/public-jobs/job.ts';
import type { PublicJob } from '../../tools/public-jobs/job.ts';
import { whenAnswered } from '../../platform/http/when-answered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a call of the public API was charged, or what is reserved for it. */
    creditsCharged: number;
    /** The job that a call of the public API began. */
    startedJob: string | null;
    /** Of a call to an address that all tools share. */
    calledTool: TaskTool | null;
    /** What a call came to that is answered with 200 whatever it comes to. */
    calledStatus: number | null;
  }
}

/** Notes each call with a key, where people read what their programs do: also one whose client had gone before its answer. */
export function logCalls(scope: FastifyInstance, apiUsage: Pick<ApiUsageService, 'record'>): void {
  whenAnswered(scope, (request, reply) => {
    const { caller, routeOptions } = request;
    if (!caller?.key) return;
    const { v1Operation = '' } = routeOptions.config;
    apiUsage.record({
      requestId: request.id,
      keyId: caller.key.id,
      tool: ALL_V1_ENDPOINTS[v1Operation]?.tool ?? request.calledTool,
      method: request.method,
      route: routeOptions.url ?? '',
      status: request.calledStatus ?? reply.statusCode,
      code: request.problemCode,
      durationMs: Math.round(reply.elapsedTime),
      jobId: request.startedJob,
      credits: request.creditsCharged,
      at: new Date(),
    });
  });
}

/** Notes what a call began, and what it was charged for that or is yet to be. */
export function noteJob(request: FastifyRequest, job: PublicJob): void {
  request.startedJob = job.id;
  request.creditsCharged = hasEnded(job) ? job.creditsCharged : job.cost;
}
