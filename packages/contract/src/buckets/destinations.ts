import { z } from 'zod';
import { idTextSchema } from '../bounded-text.ts';
import { bucketProblemSchema, folderSchema } from './buckets.ts';

/* Buckets that runs use as sources of photos, or as destinations of files. */

/** Number of photos from a bucket's folder that the page previews before a user adds them to a run. */
export const BUCKET_PREVIEW_PHOTOS = 8;

export const bucketSourceSchema = z.strictObject({
  bucket_id: idTextSchema,
  folder: folderSchema
    .default('')
    .describe('Relative to the folder that the bucket is limited to; empty for all of it'),
});
export type BucketSource = z.infer<typeof bucketSourceSchema>;

/** Numbers of objects in a folder that can't be photos of a run, by reason. */
export const skippedObjectsSchema = z.object({
  /** Objects without the extension of a PNG, JPEG or HEIC. */
  no_photo: z.number().int(),
  /** Objects larger than 25 MB. */
  too_large: z.number().int(),
  /** Objects whose names are too long, or can't be requested. */
  unusable_name: z.number().int(),
});
export type SkippedObjects = z.infer<typeof skippedObjectsSchema>;

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
  items: z.number().int(),
  skipped: skippedObjectsSchema,
});
export type AddedFromBucket = z.infer<typeof addedFromBucketSchema>;
export const addedFromBucketAnswerSchema = z.object({ data: addedFromBucketSchema });

export const destinationSchema = z.strictObject({
  bucket_id: idTextSchema,
  folder: folderSchema
    .default('')
    .describe('Relative to the folder that the bucket is limited to; empty for that folder itself'),
  overwrite: z
    .boolean()
    .default(false)
    .describe(
      'Overwrites files with the same names that this run didn’t write; otherwise they stay and are reported',
    ),
  hold_doubtful: z
    .boolean()
    .default(true)
    .describe('Delivers pictures to review only once they’re approved; false delivers them right away'),
});
export type Destination = z.infer<typeof destinationSchema>;

export const DELIVERY_STEPS = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

export const fileDeliverySchema = z.object({
  state: z.enum(DELIVERY_STEPS),
  /** Name in the run’s folder of the bucket. */
  name: z.string(),
  reason: bucketProblemSchema.nullable(),
});
export type FileDelivery = z.infer<typeof fileDeliverySchema>;

export const runDeliverySchema = z.object({
  /** ID of the destination bucket; null if the bucket was disconnected. */
  bucket_id: z.uuid().nullable(),
  bucket_name: z.string(),
  folder: z.string(),
  overwrite: z.boolean(),
  hold_doubtful: z.boolean(),
  /** Number of files that wait for their delivery, without the manifest. */
  waiting: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** Number of pictures that aren't delivered yet, because they wait for review. */
  held: z.number().int(),
  /** State of manifest.csv; null until the run has ended, when it is written. */
  manifest: z.enum(DELIVERY_STEPS).nullable(),
  /** Problem of the first file that failed or is being retried, or null. */
  problem: bucketProblemSchema.nullable(),
  /** Time at which the last file arrived or finally failed, or null. */
  ended_at: z.iso.datetime().nullable(),
});
export type RunDelivery = z.infer<typeof runDeliverySchema>;

/** Request to deliver a run's files; missing fields stay unchanged. */
export const deliverRequestSchema = z.strictObject({
  to: destinationSchema.optional().describe('Another destination; everything is delivered there again'),
  overwrite: z.boolean().optional(),
});
export type DeliverRequest = z.infer<typeof deliverRequestSchema>;
