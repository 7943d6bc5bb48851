import type { LoginRequest } from '@packshot/contract/accounts/schemas';
import { ERRORS } from '@packshot/contract/errors';
import { request } from '../api/api-client.ts';
import { solveCaptcha } from '../captcha/captcha.ts';
import { readDeviceTokens } from './known-device.ts';

/**
 * Sends address and password with the proofs of earlier sign-ins in this browser. When an account is under
 * attack by guessing, the server requires a captcha before it checks the password.
 * @throws {ApiError} without an answer, or without a solution
 */
export async function signInByPassword(form: LoginRequest): Promise<Response> {
  const body = { ...form, device_tokens: readDeviceTokens() };
  const response = await request('login', { body });
  if (response.status !== ERRORS.CAPTCHA_REQUIRED.status) return response;
  return request('login', { body, captcha: await solveCaptcha() });
}
