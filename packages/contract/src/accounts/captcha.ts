import { z } from 'zod';

/** A signed puzzle of ALTCHA (protocol version 1): find the number whose hash with the salt is the challenge. */
export const captchaPuzzleSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[\da-f]{64}$/),
  maxnumber: z.number().int().positive(),
  salt: z.string(),
  signature: z.string(),
});
export type CaptchaPuzzle = z.infer<typeof captchaPuzzleSchema>;

/** Other companies' captchas. All of them put a widget into a page, and their server tells ours what it is worth. */
export const CAPTCHA_SERVICES = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaService = (typeof CAPTCHA_SERVICES)[number];

/** A widget of another company, in a page of ours that is shown in a frame. */
export const captchaFrameSchema = z.object({
  service: z.enum(CAPTCHA_SERVICES),
  frame_path: z.string().startsWith('/'),
  /** Room for its questions, CSS pixels. */
  frame_height_px: z.number().int().positive(),
});
export type CaptchaFrame = z.infer<typeof captchaFrameSchema>;

export const captchaChallengeSchema = z.union([captchaPuzzleSchema, captchaFrameSchema]);
export type CaptchaChallenge = z.infer<typeof captchaChallengeSchema>;

/**
 * Header of the solution: of a puzzle base64 of the JSON `{algorithm, challenge, number, salt, signature}`, of a widget
 * its token.
 */
export const CAPTCHA_HEADER = 'x-captcha';

/** Where the page with the widget is. */
export const CAPTCHA_FRAME_PATH = '/captcha';
/** What the framed page sends to the page around it: a token, or that there will be none. */
export const captchaMessageSchema = z.object({
  source: z.literal('packshot-captcha'),
  token: z.string().min(1).optional(),
});
