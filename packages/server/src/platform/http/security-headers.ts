import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from './http-settings.ts';

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

/**
 * Sets the security headers of every response. Only our own scripts may run, and they can't turn text into markup or
 * code (Trusted Types). Any script on the page could read the user's tokens, so no third-party script may run.
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  options: Pick<HttpSettings, 'bucketOrigin' | 'publicUrl'>,
): void {
  const bucket = options.bucketOrigin === null ? [] : [options.bucketOrigin];
  const isHttps = options.publicUrl?.startsWith('https://') ?? false;
  void app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
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
      },
    },
    // Sign-in popups of other companies need their reference to the page that opened them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps && { maxAge: HSTS_MAX_AGE_S },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
}
