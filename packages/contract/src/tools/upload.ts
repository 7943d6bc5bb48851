import { z } from 'zod';
import { boundedText } from '../bounded-text.ts';

export const storageKeySchema = boundedText(256)
  .min(1)
  .regex(/^[\w./-]+$/);

/** `object_name` is only a label, such as a random number plus '.png'. The server generates the storage key. */
export const uploadTargetQuerySchema = z.object({
  object_name: boundedText(128)
    .min(1)
    .regex(/^[\w.-]+$/),
});

/** Send every entry of `fields`, then the bytes under 'file', as multipart/form-data to `url`. */
export const uploadTargetSchema = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  key: z.string(),
});
export type UploadTarget = z.infer<typeof uploadTargetSchema>;

export const uploadViewRequestSchema = z.object({ key: storageKeySchema });

export const uploadViewSchema = z.object({ url: z.string() });
