import { z } from 'zod';

/** A signed puzzle of ALTCHA (protocol version 1): find the number whose hash with the salt is the challenge. */
export const captchaChallengeSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[\da-f]{64}$/),
  maxnumber: z.number().int().positive(),
  salt: z.string(),
  signature: z.string(),
});
export type CaptchaChallenge = z.infer<typeof captchaChallengeSchema>;
/** Header of the solved puzzle: base64 of the JSON `{algorithm, challenge, number, salt, signature}`. */
export const CAPTCHA_HEADER = 'x-captcha';
