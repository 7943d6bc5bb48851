import type { Allowances, Installation } from '@packshot/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { LocalObjectGateway } from '../objects/local-object-gateway.ts';
import type { QueueFigures } from '../queue/queue-figures.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { RateLimits } from './rate-limits.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * All settings of the HTTP layer, as plain values, so that it depends neither on the environment nor on the
 * wiring.
 */
export interface HttpSettings {
  readonly logger: FastifyBaseLogger;
  /** The local-folder store and the path it is served under; null if a bucket receives and serves objects itself. */
  readonly localObjects: { readonly path: string; readonly gateway: LocalObjectGateway } | null;
  /** Value of `{product}` in paths. */
  readonly productSlug: string;
  /** The free allowances, as shown by the web app. */
  readonly allowances: Allowances;
  /** Facts that the web app needs before its first request. */
  readonly installation: Installation;
  /** Public URL without a trailing slash, or null to use the host of each request. HTTPS here enables HSTS. */
  readonly publicUrl: string | null;
  /** Origins, besides our own, whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Fastify's `trustProxy`: the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: boolean | number | string;
  /** Origin of the bucket that browsers talk to directly; null with the local store. */
  readonly bucketOrigin: string | null;
  /** Folder of the built web app; null if it is served elsewhere. */
  readonly webDist: string | null;
  /** Root certificate of our signatures as PEM. Resolves to null without a certificate, and is undefined where signing is off. */
  readonly rootCertificate?: () => Promise<string | null>;
  /** Key that signs quotes for agents, equal in all processes that serve the same API keys. */
  readonly quoteSecret: Uint8Array;
  /** Key of the doctor, which may ask how its requests arrive. */
  readonly doctorKey: Uint8Array;
  /** Bearer token for `/metrics`; null disables the endpoint. */
  readonly metricsToken: string | null;
  /** Overrides single limits; null switches all of them off (load tests). */
  readonly rateLimits?: Partial<RateLimits> | null;
  /** Overrides single limits on connections and on the arrival time of requests. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Undefined without a collector. */
  readonly tracing?: Tracing;
  /** Open subscriptions to changes of tasks, for the metrics. */
  readonly feedSubscriptions?: () => number;
  readonly queueFigures?: () => Promise<QueueFigures>;
  /** Space on the disk that holds pictures; null if they are in a bucket. */
  readonly diskSpace?: () => Promise<DiskSpace | null>;
  /** Silence in an event stream after which a comment keeps proxies from closing it. Default 15 s. */
  readonly heartbeatIntervalMs?: number;
}
