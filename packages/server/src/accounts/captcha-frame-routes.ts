import { readFileSync } from 'node:fs';
import { CAPTCHA_FRAME_PATH } from '@packshot/contract';
import type { CaptchaService } from '@packshot/contract';
import type { FastifyInstance } from 'fastify';
import { html } from '../platform/http/html.ts';
import type { LimitCheck } from '../platform/http/rate-limits.ts';

export interface CaptchaWidget {
  readonly service: CaptchaService;
  readonly siteKey: string;
  readonly scriptUrl: string;
}

/** The global variable that each captcha service's script defines. */
const GLOBALS: Readonly<Record<CaptchaService, string>> = {
  turnstile: 'turnstile',
  hcaptcha: 'hcaptcha',
  recaptcha: 'grecaptcha',
};

/** CSP sources that each captcha service's documentation requires, besides the origin of its script. */
const SOURCES: Readonly<Record<CaptchaService, readonly string[]>> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  recaptcha: [
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ],
};

/**
 * Serves the captcha widget on its own page in a frame. The widget's script would violate the strict policy of our
 * other pages (Trusted Types, no other hosts). Registered only if a widget is configured.
 */
export function registerCaptchaFrame(
  app: FastifyInstance,
  { widget, limitCheck }: { readonly widget: CaptchaWidget; readonly limitCheck: LimitCheck },
): void {
  const script = readFileSync(new URL('./captcha-frame.js', import.meta.url), 'utf8');
  const page = framePage(widget);
  const policy = framePolicy(widget);
  app.get(CAPTCHA_FRAME_PATH, { onRequest: limitCheck }, async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page),
  );
  app.get(`${CAPTCHA_FRAME_PATH}/frame.js`, { onRequest: limitCheck }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  );
}

function framePolicy({ service, scriptUrl }: CaptchaWidget): string {
  const sources = [...new Set([new URL(scriptUrl).origin, ...SOURCES[service]])].join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${sources}`,
    `frame-src ${sources}`,
    `connect-src ${sources}`,
    `img-src ${sources} data:`,
    `style-src 'unsafe-inline' ${sources}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join(';');
}

const framePage = ({ service, siteKey, scriptUrl }: CaptchaWidget): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Quick check</title>
      </head>
      <body style="margin:0;display:flex;justify-content:center">
        <div
          id="widget"
          data-service="${GLOBALS[service]}"
          data-site-key="${siteKey}"
          data-script="${scriptUrl}"
        ></div>
        <script src="${CAPTCHA_FRAME_PATH}/frame.js"></script>
      </body>
    </html> `.source;
