import type { CaptchaChallenge } from '@packshot/contract';

/** Tells people from programs that would do something a thousand times. */
export interface Captcha {
  challenge(): Promise<CaptchaChallenge>;
  /**
   * @param solution as it came in the header
   * @param ip of whom it came from
   * @returns which challenge was solved, so that its solution can be taken once; null when it is wrong or too late
   * @throws DomainError SERVERS_BUSY when nobody can tell
   */
  verify(
    solution: string,
    ip: string,
  ): Promise<{ readonly challenge: string; readonly expiresAt: Date } | null>;
}
