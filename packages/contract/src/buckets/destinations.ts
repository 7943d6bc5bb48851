import { z } from 'zod';
import { idTextSchema } from '../bounded-text.ts';
import { bucketProblemSchema, folderSchema } from './buckets.ts';

/* Buckets of runs: where photos come from, and where files go. */

/** Photos of a folder in a bucket that are looked at before they are added. */
export const BUCKET_PREVIEW_PHOTOS = 8;

export const bucketSourceSchema = z.strictObject({
  bucket_id: idTextSchema,
  folder: folderSchema
    .default('')
    .describe('Within the folder that the bucket is confined to; empty: all of it'),
});
export type BucketSource = z.infer<typeof bucketSourceSchema>;

/** What is in a folder that cannot be a photo of a run. */
export const skippedObjectsSchema = z.object({
  /** No PNG, JPEG or HEIC by their names. */
  no_photo: z.number().int(),
  /** Larger than 25 MB. */
  too_large: z.number().int(),
  /** Of names that are too long, or cannot be asked for. */
  unusable_name: z.number().int(),
});
export type SkippedObjects = z.infer<typeof skippedObjectsSchema>;

/** What a folder of a bucket holds for a run. */
export const bucketContentsSchema = z.object({
  photos: z.number().int(),
  bytes: z.number().int(),
  skipped: skippedObjectsSchema,
  first: z.array(z.object({ key: z.string(), bytes: z.number().int() })),
});
export type BucketContents = z.infer<typeof bucketContentsSchema>;
export const bucketContentsAnswerSchema = z.object({ data: bucketContentsSchema });
export const bucketFolderSchema = bucketSourceSchema.omit({ bucket_id: true });

export const addedFromBucketSchema = z.object({
  added: z.number().int(),
  /** Of the run, now. */
  items: z.number().int(),
  skipped: skippedObjectsSchema,
});
export type AddedFromBucket = z.infer<typeof addedFromBucketSchema>;
export const addedFromBucketAnswerSchema = z.object({ data: addedFromBucketSchema });

export const destinationSchema = z.strictObject({
  bucket_id: idTextSchema,
  folder: folderSchema
    .default('')
    .describe('Within the folder that the bucket is confined to; empty: that folder itself'),
  overwrite: z
    .boolean()
    .default(false)
    .describe(
      'Files of the same names that this run did not write are overwritten; else they stay, and it is said',
    ),
  hold_doubtful: z
    .boolean()
    .default(true)
    .describe('What needs a look is delivered once it is approved; false: at once'),
});
export type Destination = z.infer<typeof destinationSchema>;

export const DELIVERY_STEPS = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

/** Of one file. */
export const fileDeliverySchema = z.object({
  state: z.enum(DELIVERY_STEPS),
  /** In the run’s folder in the bucket. */
  name: z.string(),
  reason: bucketProblemSchema.nullable(),
});
export type FileDelivery = z.infer<typeof fileDeliverySchema>;

/** Of a run: where its files go, and how far that is. */
export const runDeliverySchema = z.object({
  /** Null: the bucket was disconnected. */
  bucket_id: z.uuid().nullable(),
  bucket_name: z.string(),
  folder: z.string(),
  overwrite: z.boolean(),
  hold_doubtful: z.boolean(),
  /** Files, without the manifest. */
  waiting: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** Pictures that wait to be looked at first. */
  held: z.number().int(),
  /** Of manifest.csv; null: it is written when the run has ended. */
  manifest: z.enum(DELIVERY_STEPS).nullable(),
  /** What is wrong with the first file that failed, or is tried again; null: nothing. */
  problem: bucketProblemSchema.nullable(),
  /** When the last file arrived or was given up; null: not yet. */
  ended_at: z.iso.datetime().nullable(),
});
export type RunDelivery = z.infer<typeof runDeliverySchema>;

/** Absent fields stay as they are. */
export const deliverRequestSchema = z.strictObject({
  to: destinationSchema.optional().describe('Another place, into which everything is delivered anew'),
  overwrite: z.boolean().optional(),
});
export type DeliverRequest = z.infer<typeof deliverRequestSchema>;
