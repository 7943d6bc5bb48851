import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from './http-settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that never answer with a page, whose security headers are therefore shorter. */
    isData?: boolean;
  }
}

/** Browser features that the web app doesn't need and therefore disables. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const HSTS_MAX_AGE_S = 180 * 24 * 3600;

/** Headers of every response, also of data. */
const BASIC_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * Sets the security headers of every response. Only our own scripts may run, and they can't turn text into markup or
 * code (Trusted Types). Any script on the page could read the user's tokens, so no third-party script may run.
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  { bucketOrigin, publicUrl }: Pick<HttpSettings, 'bucketOrigin' | 'publicUrl'>,
): void {
  const isHttps = publicUrl?.startsWith('https://') ?? false;
  const basicHeaders = {
    ...BASIC_HEADERS,
    ...(isHttps && { 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}; includeSubDomains` }),
  };
  const dataHeaders = {
    ...basicHeaders,
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  };
  const pageHeaders = {
    ...basicHeaders,
    'content-security-policy': buildPolicy(bucketOrigin === null ? [] : [bucketOrigin]),
    // Sign-in popups of other companies need their reference to the page that opened them.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.isData === true ? dataHeaders : pageHeaders);
    done();
  });
}

/** Builds the content security policy of pages. */
function buildPolicy(bucket: readonly string[]): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    // React writes positions and sizes into style attributes. Style elements stay forbidden.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'blob:', 'data:', ...bucket],
    'connect-src': ["'self'", 'blob:', 'data:', ...bucket],
    'worker-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'", ...bucket],
    'require-trusted-types-for': ["'script'"],
    // Only the default Trusted Types policy is allowed; scripts can't create another one.
    'trusted-types': ['default'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}
