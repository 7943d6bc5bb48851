import type { Bucket } from '@packshot/contract/buckets/buckets';
import { call } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';

const load = async (): Promise<readonly Bucket[]> => (await call('listBuckets')).data;

export const useBuckets = () => useLoaded(load);
