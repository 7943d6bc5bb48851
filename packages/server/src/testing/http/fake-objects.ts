import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import { ReadRefusedError, UploadRefusedError } from '../../platform/objects/local-object-gateway.ts';
import type { LocalObjectGateway } from '../../platform/objects/local-object-gateway.ts';
import { ObjectNotFoundError } from '../../platform/objects/object-store.ts';

export const LAST_MODIFIED = new Date('2026-01-02T03:04:05Z');

/**
 * Creates an in-memory store. The upload policy 'good' permits the key 'u/1.png', 'old' has expired, and any other
 * policy counts as forged.
 */
export function fakeObjects(stored = new Map<string, Uint8Array>()) {
  const gateway: LocalObjectGateway = {
    verifyUploadPolicy(fields) {
      if (fields['policy'] === 'old') throw new UploadRefusedError('expired');
      if (fields['policy'] !== 'good') throw new UploadRefusedError('forged');
      if (fields['key'] !== 'u/1.png') throw new UploadRefusedError('wrong-key');
      return { key: 'u/1.png', contentType: 'image/png', minSizeBytes: 1, maxSizeBytes: UPLOAD_MAX_BYTES };
    },
    async receive(grant, body) {
      const chunks: Uint8Array[] = [];
      let sizeBytes = 0;
      for await (const chunk of body) {
        sizeBytes += chunk.byteLength;
        if (sizeBytes > grant.maxSizeBytes) throw new UploadRefusedError('too-large');
        chunks.push(chunk);
      }
      if (sizeBytes < grant.minSizeBytes) throw new UploadRefusedError('too-small');
      stored.set(grant.key, Buffer.concat(chunks));
      return { sizeBytes, etag: 'etag-1' };
    },
    verifyReadUrl(key, query) {
      if (query['signature'] !== 'good') throw new ReadRefusedError('forged');
      const disposition = query['name'] === undefined ? 'inline' : `attachment; filename="${query['name']}"`;
      return { key, contentDisposition: disposition, expiresAt: new Date(Date.now() + 3600_000) };
    },
    async headRead({ key }) {
      const bytes = stored.get(key);
      if (!bytes) throw new ObjectNotFoundError(key);
      return {
        sizeBytes: bytes.byteLength,
        contentType: 'image/png',
        etag: 'etag-1',
        lastModified: LAST_MODIFIED,
      };
    },
    async openRead(grant, options) {
      const head = await gateway.headRead(grant);
      const bytes = stored.get(grant.key) ?? new Uint8Array();
      const { startByte, endByteInclusive } = options?.range ?? { startByte: 0, endByteInclusive: Infinity };
      return {
        head,
        body: (async function* () {
          yield bytes.subarray(startByte, endByteInclusive + 1);
        })(),
      };
    },
  };
  return { gateway, stored };
}
