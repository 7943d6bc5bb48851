import { z } from 'zod';
import { idTextSchema, trimmedText } from '../bounded-text.ts';
import { ERROR_CODES } from '../errors.ts';
import type { ErrorCode } from '../errors.ts';
import { BUCKET_MESSAGES } from './messages.ts';

/* Buckets of an organization on any S3 server, used to read photos and write files. */

export const BUCKETS_PER_ORGANIZATION = 20;
const NAME_MAX_LENGTH = 60;
const ENDPOINT_MAX_LENGTH = 200;
const PREFIX_MAX_LENGTH = 200;
const KEY_ID_MAX_LENGTH = 128;
const SECRET_MAX_LENGTH = 256;

export const BUCKET_FAULTS = [
  'BUCKET_UNREACHABLE',
  'BUCKET_REFUSED',
  'BUCKET_KEY_UNKNOWN',
  'BUCKET_SECRET_WRONG',
  'BUCKET_CLOCK_WRONG',
  'BUCKET_MISSING',
  'BUCKET_REGION_WRONG',
  'BUCKET_DENIED',
  'BUCKET_LIST_DENIED',
  'BUCKET_READ_DENIED',
  'BUCKET_WRITE_DENIED',
  'BUCKET_DELETE_DENIED',
  'BUCKET_BUSY',
  'BUCKET_BAD_ANSWER',
] as const satisfies readonly ErrorCode[];
export type BucketFault = (typeof BUCKET_FAULTS)[number];

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.href === `${url.origin}/`;
}

const nameSchema = trimmedText(NAME_MAX_LENGTH, BUCKET_MESSAGES.invalidName)
  .min(1, BUCKET_MESSAGES.invalidName)
  .regex(/^[^\p{C}]*$/u, BUCKET_MESSAGES.invalidName);
const endpointSchema = trimmedText(ENDPOINT_MAX_LENGTH, BUCKET_MESSAGES.invalidEndpoint)
  .toLowerCase()
  .refine(isEndpoint, BUCKET_MESSAGES.invalidEndpoint)
  .overwrite((text) => URL.parse(text)?.origin ?? text)
  .nullable()
  .describe('Null for Amazon S3 in this region');
const regionSchema = trimmedText(32, BUCKET_MESSAGES.invalidRegion).regex(
  /^[a-z0-9][a-z0-9-]*$/,
  BUCKET_MESSAGES.invalidRegion,
);
const bucketNameSchema = trimmedText(63, BUCKET_MESSAGES.invalidBucket)
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, BUCKET_MESSAGES.invalidBucket)
  .refine((name) => !name.includes('..'), BUCKET_MESSAGES.invalidBucket);

/** Checks that no path segment is empty or refers to another folder. */
const isFolder = (path: string): boolean =>
  path === '' || path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** Folder in a bucket: empty for the whole bucket, else without leading and trailing slashes. */
export const folderSchema = trimmedText(PREFIX_MAX_LENGTH, BUCKET_MESSAGES.invalidPrefix)
  .regex(/^[^\p{C}\\]*$/u, BUCKET_MESSAGES.invalidPrefix)
  .overwrite((text) => text.replace(/^\//, '').replace(/\/$/, ''))
  .refine(isFolder, BUCKET_MESSAGES.invalidPrefix);

const keyIdSchema = trimmedText(KEY_ID_MAX_LENGTH, BUCKET_MESSAGES.invalidKeyId).regex(
  /^[\x21-\x7e]+$/,
  BUCKET_MESSAGES.invalidKeyId,
);
const secretSchema = trimmedText(SECRET_MAX_LENGTH, BUCKET_MESSAGES.invalidSecret).regex(
  /^[\x21-\x7e]+$/,
  BUCKET_MESSAGES.invalidSecret,
);

export const bucketProblemSchema = z.object({ code: z.enum(ERROR_CODES), message: z.string() });

/** A bucket that an organization has connected. Its secret is never returned. */
export const bucketSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Address of the S3 server; null for Amazon S3. */
  endpoint: z.string().nullable(),
  region: z.string(),
  bucket: z.string(),
  folder: z.string(),
  /** S3 access key ID; null if the caller may use the bucket, but not manage it. */
  access_key_id: z.string().nullable(),
  /** Whether requests name the bucket in the path rather than in the host name. */
  path_style: z.boolean(),
  may_read: z.boolean(),
  may_write: z.boolean(),
  /** Number of unfinished runs that read from the bucket or write to it. */
  open_runs: z.number().int(),
  created_at: z.iso.datetime(),
  /** Time of the last test by a user, or null. */
  tried_at: z.iso.datetime().nullable(),
  /** Problem found by the last test, or null. */
  problem: bucketProblemSchema.nullable(),
});
export type Bucket = z.infer<typeof bucketSchema>;
export const bucketListSchema = z.object({
  data: z.array(bucketSchema),
  can_manage: z.boolean(),
});
export type BucketList = z.infer<typeof bucketListSchema>;
export const bucketAnswerSchema = z.object({ data: bucketSchema });
export const bucketParamsSchema = z.object({ id: idTextSchema });

export const bucketRequestSchema = z
  .strictObject({
    name: nameSchema,
    endpoint: endpointSchema.default(null),
    region: regionSchema.default('us-east-1'),
    bucket: bucketNameSchema,
    folder: folderSchema.default(''),
    access_key_id: keyIdSchema,
    secret_access_key: secretSchema,
    path_style: z.boolean().default(false),
    may_read: z.boolean(),
    may_write: z.boolean(),
  })
  .refine(({ may_read, may_write }) => may_read || may_write, {
    path: ['may_read'],
    message: BUCKET_MESSAGES.noRight,
  });
export type BucketRequest = z.infer<typeof bucketRequestSchema>;

/** Changes to a bucket; missing fields stay unchanged. A secret is replaced as a whole. */
export const bucketPatchSchema = z
  .strictObject({
    name: nameSchema.optional(),
    endpoint: endpointSchema.optional(),
    region: regionSchema.optional(),
    bucket: bucketNameSchema.optional(),
    folder: folderSchema.optional(),
    access_key_id: keyIdSchema.optional(),
    secret_access_key: secretSchema.optional(),
    path_style: z.boolean().optional(),
    may_read: z.boolean().optional(),
    may_write: z.boolean().optional(),
  })
  .refine(({ may_read, may_write }) => may_read !== false || may_write !== false, {
    path: ['may_read'],
    message: BUCKET_MESSAGES.noRight,
  });
export type BucketPatch = z.infer<typeof bucketPatchSchema>;
