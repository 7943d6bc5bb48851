import { createHmac, timingSafeEqual } from 'node:crypto';
import { ReadRefusedError, UploadRefusedError } from './local-object-gateway.ts';
import type { ReadGrant, UploadGrant } from './local-object-gateway.ts';
import type { UploadTargetOptions } from './object-store.ts';
import { attachmentDisposition } from './content-disposition.ts';

interface PolicyDocument {
  expiration: string;
  key: string;
  contentTypes: string[];
  minSizeBytes: number;
  maxSizeBytes: number;
}

/**
 * Creates the signer of the local store.
 * @param secret at least 32 characters; allows reading and writing every object
 * @param now returns milliseconds since the epoch
 */
export function createLocalSigner(secret: string, now: () => number = Date.now) {
  if (secret.length < 32) throw new Error('The secret that signs object URLs needs at least 32 characters');

  const sign = (purpose: 'upload' | 'read', text: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex');

  const isSignature = (purpose: 'upload' | 'read', text: string, receivedSignature: string) => {
    const expected = Buffer.from(sign(purpose, text));
    const actual = Buffer.from(receivedSignature);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };

  return {
    uploadFields(options: UploadTargetOptions): Record<string, string> {
      const document: PolicyDocument = {
        expiration: new Date(now() + options.expiresInSeconds * 1000).toISOString(),
        key: options.key,
        contentTypes: [...options.contentTypes],
        minSizeBytes: options.minSizeBytes,
        maxSizeBytes: options.maxSizeBytes,
      };
      const defaultType = document.contentTypes[0];
      if (defaultType === undefined) throw new Error('An upload target needs at least one content type');
      const policy = Buffer.from(JSON.stringify(document)).toString('base64');
      return { key: options.key, 'Content-Type': defaultType, policy, signature: sign('upload', policy) };
    },

    verifyUpload(fields: Readonly<Record<string, string>>): UploadGrant {
      const { key, policy, signature, 'Content-Type': contentType } = fields;
      if (!key || !policy || !signature || !contentType) throw new UploadRefusedError('malformed');
      if (!isSignature('upload', policy, signature)) throw new UploadRefusedError('forged');
      // The signature shows that we created the policy document, so its structure needs no further checks.
      const document = JSON.parse(Buffer.from(policy, 'base64').toString()) as PolicyDocument;
      if (now() >= Date.parse(document.expiration)) throw new UploadRefusedError('expired');
      if (key !== document.key) throw new UploadRefusedError('wrong-key');
      if (!document.contentTypes.includes(contentType)) throw new UploadRefusedError('wrong-content-type');
      return { key, contentType, minSizeBytes: document.minSizeBytes, maxSizeBytes: document.maxSizeBytes };
    },

    readQuery(key: string, expiresInSeconds: number, downloadFileName?: string): URLSearchParams {
      const expires = String(Math.ceil(now() / 1000) + expiresInSeconds);
      const query = new URLSearchParams({ expires });
      if (downloadFileName !== undefined) query.set('name', downloadFileName);
      query.set('signature', sign('read', readText(key, expires, downloadFileName)));
      return query;
    },

    verifyRead(key: string, query: Readonly<Record<string, string | undefined>>): ReadGrant {
      const { expires, name, signature } = query;
      if (!expires || !signature) throw new ReadRefusedError('malformed');
      if (!isSignature('read', readText(key, expires, name), signature)) throw new ReadRefusedError('forged');
      const expiresAt = new Date(Number(expires) * 1000);
      if (now() >= expiresAt.getTime()) throw new ReadRefusedError('expired');
      return {
        key,
        expiresAt,
        contentDisposition: name === undefined ? 'inline' : attachmentDisposition(name),
      };
    },
  };
}

/**
 * Signs permissions of the local store, modeled on S3's POST policy and presigned GET: the permission is written in
 * plain text and signed with HMAC-SHA-256, so that the receiver needs no state.
 *
 * The first word of each signed text is its purpose, so that a read signature can never pass as an upload signature.
 */
export type LocalSigner = ReturnType<typeof createLocalSigner>;

/**
 * The signed text is JSON, which separates the values unambiguously and distinguishes an absent name from an empty
 * one.
 */
function readText(key: string, expires: string, name: string | undefined): string {
  return JSON.stringify([key, expires, name ?? null]);
}
