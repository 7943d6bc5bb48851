import { createHash } from 'node:crypto';
import { CAPTCHA_FRAME_PATH } from '@packshot/contract';
import type { CaptchaService } from '@packshot/contract';
import { z } from 'zod';
import { DomainError } from '../domain-error.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Captcha } from './captcha.ts';
import type { Clock } from '../clock.ts';

export interface HostedCaptchaOptions {
  readonly service: CaptchaService;
  readonly secret: string;
  readonly verifyUrl: string;
}

const TIMEOUT_MS = 8_000;
/** Maximum length of a token. All services issue shorter ones; longer ones aren't forwarded to them. */
const LONGEST_TOKEN = 8192;
/** Time for which used tokens are stored. Services accept no older tokens. */
const TOKEN_LIFE_MS = 10 * MINUTE_MS;

/**
 * Height of the widget's frame in CSS pixels. Turnstile needs only its box; the other services open picture puzzles
 * below theirs.
 */
const FRAME_HEIGHT_PX: Readonly<Record<CaptchaService, number>> = {
  turnstile: 80,
  hcaptcha: 600,
  recaptcha: 600,
};

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});
/** Matches error codes that the visitor didn't cause: a wrong configuration or a problem of the service. */
const OUR_FAULT = /secret|bad-request|internal-error|sitekey/;

/**
 * Cloudflare Turnstile, hCaptcha and reCAPTCHA v2 behind one interface. All three offer the same `siteverify` call (a
 * form with `secret`, `response` and `remoteip`) and the same response format.
 */
export function createHostedCaptcha(options: HostedCaptchaOptions, clock: Clock): Captcha {
  return {
    async challenge() {
      return {
        service: options.service,
        frame_path: CAPTCHA_FRAME_PATH,
        frame_height_px: FRAME_HEIGHT_PX[options.service],
      };
    },
    async verify(solution, ip) {
      if (solution.length > LONGEST_TOKEN) return null;
      const answer = await fetchJson(
        options.verifyUrl,
        new URLSearchParams({ secret: options.secret, response: solution, remoteip: ip }),
      );
      const codes = answer['error-codes'] ?? [];
      if (!answer.success && codes.some((code) => OUR_FAULT.test(code))) {
        throw new DomainError('SERVERS_BUSY', {
          cause: new Error(`${options.service}: ${codes.join(', ')}`),
        });
      }
      if (!answer.success) return null;
      const challenge = `${options.service} ${createHash('sha256').update(solution).digest('hex')}`;
      return { challenge, expiresAt: new Date(clock.now().getTime() + TOKEN_LIFE_MS) };
    },
  };
}

async function fetchJson(url: string, body: URLSearchParams): Promise<z.infer<typeof answerSchema>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A service may send refusals with an error status, so only the body is checked.
    return answerSchema.parse(await response.json());
  } catch (cause) {
    throw new DomainError('SERVERS_BUSY', { cause });
  }
}
