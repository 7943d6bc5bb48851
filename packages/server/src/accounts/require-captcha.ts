import type { AccountDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Captcha } from '../platform/captcha/captcha.ts';

export interface CaptchaDependencies {
  readonly database: AccountDatabase;
  /** Captcha service, or null if captchas are switched off. */
  readonly captcha: Captcha | null;
}

/**
 * Redeems a captcha solution. Each solution is good for one call, across all API processes.
 * @throws DomainError CAPTCHA_REQUIRED when the solution is missing, wrong, expired or used
 */
export async function requireCaptcha(
  { database, captcha }: CaptchaDependencies,
  solution: string | undefined,
  ip: string,
): Promise<void> {
  if (captcha === null) return;
  const solved = solution === undefined ? null : await captcha.verify(solution, ip);
  if (solved === null) throw new DomainError('CAPTCHA_REQUIRED');
  if (!(await database.stores.attempts.useOnce(solved.challenge, solved.expiresAt))) {
    throw new DomainError('CAPTCHA_REQUIRED');
  }
}
