import { join } from 'node:path';
import type { ConfigValues } from './keys.ts';

/** Storage for uploads and results: a local folder or an S3 bucket. A null endpoint means Amazon S3. */
export type ObjectStoreConfig =
  | { readonly kind: 'disk'; readonly rootFolder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly endpoint: string | null;
      readonly publicEndpoint: string | null;
      readonly forcePathStyle: boolean;
    };

export function objectStoreConfig(values: ConfigValues, dataDir: string): ObjectStoreConfig {
  if (values.OBJECT_STORE === 'disk') return { kind: 'disk', rootFolder: join(dataDir, 'storage') };
  return {
    kind: 's3',
    // The schema guarantees that bucket, access key and secret are set.
    bucket: values.S3_BUCKET ?? '',
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
    endpoint: values.S3_ENDPOINT ?? null,
    publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? null,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
  };
}

/** Access to buckets with backups, with separate keys or those of the bucket for pictures. Null without keys. */
export interface BackupBucketConfig {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly endpoint: string | null;
  readonly forcePathStyle: boolean;
}

export function backupBucketConfig(values: ConfigValues): BackupBucketConfig | null {
  const isOwn = values.BACKUP_S3_ACCESS_KEY_ID !== undefined;
  const accessKeyId = isOwn ? values.BACKUP_S3_ACCESS_KEY_ID : values.S3_ACCESS_KEY_ID;
  const secretAccessKey = isOwn ? values.BACKUP_S3_SECRET_ACCESS_KEY : values.S3_SECRET_ACCESS_KEY;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  // Separate keys belong to another S3 server, so no settings of the bucket for pictures are used.
  const { S3_REGION, S3_ENDPOINT, S3_FORCE_PATH_STYLE } = values;
  return {
    accessKeyId,
    secretAccessKey,
    region: values.BACKUP_S3_REGION ?? (isOwn ? 'us-east-1' : S3_REGION),
    endpoint: values.BACKUP_S3_ENDPOINT ?? (isOwn ? null : (S3_ENDPOINT ?? null)),
    forcePathStyle: values.BACKUP_S3_FORCE_PATH_STYLE ?? (isOwn ? false : S3_FORCE_PATH_STYLE),
  };
}
