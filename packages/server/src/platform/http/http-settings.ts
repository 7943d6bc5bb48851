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
 * All settings of the HTTP layer, as plain values. The layer depends neither on environment variables nor on the way
 * services are created.
 */
export interface HttpSettings {
  readonly logger: FastifyBaseLogger;
  /**
   * The store in a local folder and the path under which it is served; null if a bucket receives and serves objects
   * itself.
   */
  readonly localObjects: { readonly path: string; readonly gateway: LocalObjectGateway } | null;
  /** Value of `{product}` in the paths of endpoints. */
  readonly productSlug: string;
  /** Numbers of free credits, as shown by the web app. */
  readonly allowances: Allowances;
  /** Facts that the web app needs before its first request. */
  readonly installation: Installation;
  /**
   * Public URL without a trailing slash, or null to use the host of each request. If the URL is HTTPS, responses
   * enable HSTS.
   */
  readonly publicUrl: string | null;
  /** Other origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  /** Fastify's `trustProxy`: the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: boolean | number | string;
  /** Origin of the bucket with which browsers communicate directly; null with a local folder. */
  readonly bucketOrigin: string | null;
  /** Folder of the built web app; null if another server serves it. */
  readonly webDist: string | null;
  /**
   * Resolves to the root certificate of our signatures as PEM, or to null without a certificate. Undefined where
   * signing is off.
   */
  readonly rootCertificate?: () => Promise<string | null>;
  /** Key that signs price quotes for agents, equal in all processes that serve the same API keys. */
  readonly quoteSecret: Uint8Array;
  /** Key with which the `doctor` command asks how its requests arrive. */
  readonly doctorKey: Uint8Array;
  /** Bearer token that clients need to read `/metrics`; null disables the endpoint. */
  readonly metricsToken: string | null;
  /** Rate limits that replace default ones; null switches all of them off (load tests). */
  readonly rateLimits?: Partial<RateLimits> | null;
  /** Connection limits that replace default ones. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Tracing; undefined without a trace collector. */
  readonly tracing?: Tracing;
  /** Number of open subscriptions to changes of tasks, for the metrics. */
  readonly feedSubscriptions?: () => number;
  readonly queueFigures?: () => Promise<QueueFigures>;
  /** Space on the disk that holds pictures; null if they are in a bucket. */
  readonly diskSpace?: () => Promise<DiskSpace | null>;
  /**
   * Time without an event after which an event stream sends a comment, so that proxies don't close it. Default 15 s.
   */
  readonly heartbeatIntervalMs?: number;
}
