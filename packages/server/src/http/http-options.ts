import type { Allowances } from '@packshot/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { LocalObjectGateway } from '../domain/ports/local-object-gateway.ts';
import type { QueueFigures } from '../domain/ports/queue-figures.ts';
import type { Services } from '../domain/services.ts';
import type { CaptchaWidget } from './captcha/frame-routes.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { RateLimits } from './rate-limits.ts';

/** Everything the HTTP layer is told; plain values, so that it knows neither the environment nor the wiring. */
export interface HttpOptions {
  readonly services: Services;
  readonly logger: FastifyBaseLogger;
  /** The local-folder store and the path it is served under; null when a bucket receives and serves objects itself. */
  readonly localObjects: { readonly path: string; readonly gateway: LocalObjectGateway } | null;
  /** What stands for `{product}` in paths. */
  readonly productSlug: string;
  /** What is given away here, as the web app says it. */
  readonly allowances: Allowances;
  /** Address users see, without a trailing slash; null when it is whatever they typed. HTTPS here turns HSTS on. */
  readonly publicUrl: string | null;
  /** Origins, besides our own, whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Fastify's `trustProxy`: whose `X-Forwarded-For` is believed. */
  readonly trustProxy: boolean | number | string;
  /** Origin of the bucket that browsers talk to directly; null with the local store. */
  readonly bucketOrigin: string | null;
  /** Folder of the built web app; null when somebody else serves it. */
  readonly webDist: string | null;
  /** The widget of another company's captcha; null without one. */
  readonly captchaWidget?: CaptchaWidget | null;
  /** Bearer token for `/metrics`; null: nobody reads them. */
  readonly metricsToken: string | null;
  /** Replaces single limits; null switches all of them off (load tests). */
  readonly rateLimits?: Partial<RateLimits> | null;
  /** Replaces single limits on connections and on the time that a request may take to arrive. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly queueFigures?: () => Promise<QueueFigures>;
  /** Silence in an event stream after which a comment keeps proxies from closing it. Default 15 s. */
  readonly heartbeatIntervalMs?: number;
}
