import type { CaptchaChallenge } from '@packshot/contract';

/** A captcha, which stops programs from repeating an action many times. */
export interface Captcha {
  challenge(): Promise<CaptchaChallenge>;
  /**
   * Verifies a captcha solution.
   * @param solution as sent in the header
   * @param ip the client's address
   * @returns the solved challenge, so that its solution can be redeemed once; null if it is wrong or late
   * @throws DomainError SERVERS_BUSY if it can't be checked
   */
  verify(
    solution: string,
    ip: string,
  ): Promise<{ readonly challenge: string; readonly expiresAt: Date } | null>;
}
