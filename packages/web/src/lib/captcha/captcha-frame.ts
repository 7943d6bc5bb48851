import { ERRORS } from '@packshot/contract/errors';
import { captchaMessageSchema } from '@packshot/contract/accounts/captcha';
import type { CaptchaFrame } from '@packshot/contract/accounts/captcha';
import { ApiError } from '../api/api-error.ts';
import { useGlobalState } from '../state/global-state.ts';

/** Closes the captcha that is open; null if none is. */
let dismiss: (() => void) | null = null;

/**
 * Shows a third-party captcha in a frame until the visitor solves it.
 * @returns the captcha's token
 * @throws {ApiError} CAPTCHA_REQUIRED when it fails or the visitor closes it
 */
export function solveInFrame(frame: CaptchaFrame): Promise<string> {
  dismiss?.();
  return new Promise((resolve, reject) => {
    const end = (token: string | null) => {
      removeEventListener('message', onMessage);
      dismiss = null;
      useGlobalState.setState({ captchaFrame: null });
      const { status, message } = ERRORS.CAPTCHA_REQUIRED;
      if (token === null) reject(new ApiError('CAPTCHA_REQUIRED', status, message));
      else resolve(token);
    };
    const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin) return;
      const message = captchaMessageSchema.safeParse(data);
      if (message.success) end(message.data.token ?? null);
    };
    addEventListener('message', onMessage);
    dismiss = () => end(null);
    useGlobalState.setState({ captchaFrame: frame });
  });
}

/** Closes the captcha because the visitor declines it. */
export const closeCaptchaFrame = (): void => dismiss?.();
