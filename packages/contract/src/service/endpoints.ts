import type { Endpoint } from '../endpoint.ts';
import { healthSchema, modelsResponseSchema, readinessSchema } from './schemas.ts';

/** Endpoints about the service itself, for operators and for users interested in its models. */
export const SERVICE_ENDPOINTS = {
  listModels: {
    method: 'GET',
    path: '/api/models',
    auth: 'none',
    summary: 'Models in use, with hash, size, license and terms',
    tag: 'Service',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: modelsResponseSchema,
  },
  health: {
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    summary: 'Liveness',
    tag: 'Service',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: healthSchema,
  },
  readiness: {
    method: 'GET',
    path: '/readyz',
    auth: 'none',
    summary: 'Readiness: database, storage and queue answer',
    tag: 'Service',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: readinessSchema,
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    auth: 'none',
    summary: 'Prometheus metrics, for the holder of the configured token; not found without one',
    tag: 'Service',
    body: 'none',
    answer: 'text',
    successStatus: 200,
  },
} as const satisfies Record<string, Endpoint>;
