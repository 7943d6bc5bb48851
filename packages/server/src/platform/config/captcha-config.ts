import type { CaptchaService } from '@packshot/contract';
import type { ConfigValues } from './keys.ts';

export type CaptchaConfig =
  | { readonly kind: 'off' | 'altcha' }
  | {
      readonly kind: 'hosted';
      readonly service: CaptchaService;
      readonly siteKey: string;
      readonly secret: string;
      /** URL at which our server verifies tokens. */
      readonly verifyUrl: string;
      readonly scriptUrl: string;
    };

/** URLs that the captcha services publish. */
const ADDRESSES: Readonly<
  Record<CaptchaService, { readonly verifyUrl: string; readonly scriptUrl: string }>
> = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js',
  },
  recaptcha: {
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
  },
};

/** Chooses the captcha. The schema guarantees that captcha keys are only set together with a service. */
export function captchaConfig(values: ConfigValues): CaptchaConfig {
  const service = values.CAPTCHA;
  if (service === 'off' || service === 'altcha') return { kind: service };
  return {
    kind: 'hosted',
    service,
    siteKey: values.CAPTCHA_SITE_KEY ?? '',
    secret: values.CAPTCHA_SECRET ?? '',
    verifyUrl: values.CAPTCHA_VERIFY_URL ?? ADDRESSES[service].verifyUrl,
    scriptUrl: values.CAPTCHA_SCRIPT_URL ?? ADDRESSES[service].scriptUrl,
  };
}
