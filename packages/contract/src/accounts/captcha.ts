import { z } from 'zod';

/** A signed ALTCHA puzzle (protocol version 1): find the number whose hash with the salt is the challenge. */
export const captchaPuzzleSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[\da-f]{64}$/),
  maxnumber: z.number().int().positive(),
  salt: z.string(),
  signature: z.string(),
});
export type CaptchaPuzzle = z.infer<typeof captchaPuzzleSchema>;

/** Third-party captchas. Each has a widget for the page, and an API that verifies its token. */
export const CAPTCHA_SERVICES = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaService = (typeof CAPTCHA_SERVICES)[number];

/** Third-party captcha widget on one of our own pages, which other pages embed in a frame. */
export const captchaFrameSchema = z.object({
  service: z.enum(CAPTCHA_SERVICES),
  frame_path: z.string().startsWith('/'),
  /** Height of the frame in CSS pixels, including the space for the widget's questions. */
  frame_height_px: z.number().int().positive(),
});
export type CaptchaFrame = z.infer<typeof captchaFrameSchema>;

export const captchaChallengeSchema = z.union([captchaPuzzleSchema, captchaFrameSchema]);
export type CaptchaChallenge = z.infer<typeof captchaChallengeSchema>;

/**
 * Header with the solution: for a puzzle the base64 of the JSON `{algorithm, challenge, number, salt,
 * signature}`, for a widget its token.
 */
export const CAPTCHA_HEADER = 'x-captcha';

export const CAPTCHA_FRAME_PATH = '/captcha';
/** Message from the framed page to its parent: a captcha token, or a notice that there is no token. */
export const captchaMessageSchema = z.object({
  source: z.literal('packshot-captcha'),
  token: z.string().min(1).optional(),
});
