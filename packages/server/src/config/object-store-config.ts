import { join } from 'node:path';
import type { ConfigValues } from './keys.ts';

/** Where uploads and results are stored: a local folder, or a bucket. Null endpoints mean AWS. */
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
    // The schema guarantees that these three are set.
    bucket: values.S3_BUCKET ?? '',
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
    endpoint: values.S3_ENDPOINT ?? null,
    publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? null,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
  };
}
