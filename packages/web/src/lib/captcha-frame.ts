import { ERRORS } from '@packshot/contract/errors';
import { captchaMessageSchema } from '@packshot/contract/accounts/captcha';
import type { CaptchaFrame } from '@packshot/contract/accounts/captcha';
import { ApiError } from './api-error.ts';
import { useGlobalState } from './global-state.ts';

/** Gives up the question that is open. */
let dismiss: (() => void) | null = null;

/**
 * Shows another company's captcha, in a framed page of ours, until it has been solved.
 * @returns its token
 * @throws {ApiError} CAPTCHA_REQUIRED when it fails or is closed
 */
export function askInFrame(frame: CaptchaFrame): Promise<string> {
  dismiss?.();
  return new Promise((resolve, reject) => {
    const end = (token: string | null) => {
      removeEventListener('message', hear);
      dismiss = null;
      useGlobalState.setState({ captchaFrame: null });
      const { status, message } = ERRORS.CAPTCHA_REQUIRED;
      if (token === null) reject(new ApiError('CAPTCHA_REQUIRED', status, message));
      else resolve(token);
    };
    const hear = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin) return;
      const message = captchaMessageSchema.safeParse(data);
      if (message.success) end(message.data.token ?? null);
    };
    addEventListener('message', hear);
    dismiss = () => end(null);
    useGlobalState.setState({ captchaFrame: frame });
  });
}

/** The visitor does not want to. */
export const closeCaptchaFrame = (): void => dismiss?.();
