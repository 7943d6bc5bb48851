import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { BucketService } from './service.ts';

export const bucketRoutes = (buckets: BucketService) =>
  ({
    listBuckets: ({ caller }) => buckets.list(caller),
    createBucket: async ({ caller, input }) => ({ data: await buckets.create(caller, input) }),
    updateBucket: async ({ caller, params, input }) => ({
      data: await buckets.update(caller, params.id, input),
    }),
    deleteBucket: ({ caller, params }) => buckets.delete(caller, params.id),
    tryBucket: async ({ caller, params }) => ({ data: await buckets.try(caller, params.id) }),
  }) satisfies Partial<Handlers>;
