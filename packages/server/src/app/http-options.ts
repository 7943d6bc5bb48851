import type { CaptchaWidget } from '../accounts/captcha-frame-routes.ts';
import type { Services } from '../compat/services.ts';
import type { HttpSettings } from '../platform/http/http-settings.ts';

export interface HttpOptions extends HttpSettings {
  readonly services: Services;
  /** Settings of the third-party captcha widget, or null if none is used. */
  readonly captchaWidget?: CaptchaWidget | null;
}
