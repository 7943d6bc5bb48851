import { DEFAULT_ALLOWANCES, DEFAULT_INSTALLATION, DEFAULT_PRODUCT_SLUG } from '@packshot/contract';
import type { HttpOptions } from '../../app/http-options.ts';

/** Options of a minimal HTTP layer: no bucket, no proxy, no web app, no other origins, default limits. */
export const PLAIN_OPTIONS = {
  localObjects: null,
  productSlug: DEFAULT_PRODUCT_SLUG,
  allowances: DEFAULT_ALLOWANCES,
  installation: DEFAULT_INSTALLATION,
  publicUrl: null,
  corsOrigins: [],
  trustProxy: false,
  bucketOrigin: null,
  webDist: null,
  metricsToken: null,
  quoteSecret: Buffer.alloc(32, 'quotes of tests'),
  doctorKey: Buffer.alloc(32, 'questions of tests'),
} as const satisfies Partial<HttpOptions>;
