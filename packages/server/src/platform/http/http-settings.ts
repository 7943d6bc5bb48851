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
  /**
   * The local-folder store and the path it is served under; null when a bucket receives and serves objects
   * itself.
   */
  readonly localObjects: { readonly path: string; readonly gateway: LocalObjectGateway } | null;
  /** The value of `{product}` in paths. */
  readonly productSlug: string;
  /** The free allowances, as shown by the web app. */
  readonly allowances: Allowances;
  /** Facts that the web app has to know before it asks anything. */
  readonly installation: Installation;
  /**
   * The address users see, without a trailing slash; null when it is whatever they typed. HTTPS here turns
   * HSTS on.
   */
  readonly publicUrl: string | null;
  /** Origins, besides our own, whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Fastify's `trustProxy`: the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: boolean | number | string;
  /** Origin of the bucket that browsers talk to directly; null with the local store. */
  readonly bucketOrigin: string | null;
  /** Folder of the built web app; null when it is served elsewhere. */
  readonly webDist: string | null;
  /** The root that pictures are signed under, in PEM; null while there is none, absent where nobody signs. */
  readonly rootCertificate?: () => Promise<string | null>;
  /** What quotes for agents are signed with: the same in all processes that serve the same keys. */
  readonly quoteSecret: Uint8Array;
  /** Whose questions about how requests arrive are answered. */
  readonly doctorKey: Uint8Array;
  /** Bearer token for `/metrics`; null disables the endpoint. */
  readonly metricsToken: string | null;
  /** Overrides single limits; null switches all of them off (load tests). */
  readonly rateLimits?: Partial<RateLimits> | null;
  /** Overrides single limits on connections and on the time a request may take to arrive. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Absent: without a collector. */
  readonly tracing?: Tracing;
  /** Open subscriptions to changes of tasks, for the metrics. */
  readonly feedSubscriptions?: () => number;
  readonly queueFigures?: () => Promise<QueueFigures>;
  /** Of the disk that pictures lie on; null: they lie in a bucket. */
  readonly diskSpace?: () => Promise<DiskSpace | null>;
  /** Silence in an event stream after which a comment keeps proxies from closing it. Default 15 s. */
  readonly heartbeatIntervalMs?: number;
}
