import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import Fastify from 'fastify';
import { ReadRefusedError, UploadRefusedError } from '../local-object-gateway.ts';
import type { ObjectStore } from '../object-store.ts';
import { openDiskObjectStore } from '../disk-object-store.ts';
import type { DiskObjectStore } from '../disk-object-store.ts';
import { createS3ObjectStore } from '../s3-object-store.ts';

export interface StoreUnderTest<Store extends ObjectStore = ObjectStore> {
  store: Store;
  /** Base URL of the store's relative URLs. */
  origin: string;
  close(): Promise<void>;
}

/** Starts a disk store in a new folder behind a minimal HTTP route. */
export async function startDiskStore(): Promise<StoreUnderTest<DiskObjectStore> & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-objects-'));
  // The store's URLs are relative, as by default in a deployment, so that they work under any host name.
  const store = await openDiskObjectStore({
    rootFolder: folder,
    signingSecret: randomUUID() + randomUUID(),
    urlPrefix: '/objects',
  });
  const http = await serveDiskStore(store);
  return {
    store,
    folder,
    origin: http.listeningOrigin,
    close: async () => {
      await http.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serveDiskStore(store: DiskObjectStore) {
  const http = Fastify({ forceCloseConnections: true });
  await http.register(multipart, { limits: { fileSize: 64 * 1024 * 1024 } });
  http.setErrorHandler((error, _request, reply) => {
    if (error instanceof UploadRefusedError) {
      const isSize = error.reason === 'too-small' || error.reason === 'too-large';
      return reply.status(isSize ? 400 : 403).send(error.reason);
    }
    return reply.status(error instanceof ReadRefusedError ? 403 : 500).send(String(error));
  });
  http.post('/objects', async (request, reply) => {
    const fields: Record<string, string> = {};
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      await store.receive(store.verifyUploadPolicy(fields), part.file);
      return reply.status(204).send();
    }
    throw new UploadRefusedError('malformed');
  });
  http.get<{ Params: { '*': string }; Querystring: Record<string, string> }>(
    '/objects/*',
    async (request, reply) => {
      const grant = store.verifyReadUrl(request.params['*'], request.query);
      const { head, body } = await store.openRead(grant);
      return reply
        .header('content-type', head.contentType)
        .header('content-disposition', grant.contentDisposition)
        .send(Readable.from(body));
    },
  );
  await http.listen({ port: 0, host: '127.0.0.1' });
  return http;
}

export interface S3TestServer {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Returns the S3 server of this test run, or null. `npm test` starts one if it is installed on the machine. */
export function s3TestServer(): S3TestServer | null {
  const endpoint = process.env['S3_TEST_ENDPOINT'];
  if (!endpoint) return null;
  return {
    endpoint,
    accessKeyId: process.env['S3_TEST_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['S3_TEST_SECRET_ACCESS_KEY'] ?? '',
  };
}

export async function startS3Store(
  server: S3TestServer,
): Promise<StoreUnderTest & { readonly bucket: string }> {
  const bucket = `packshot-${randomUUID()}`;
  const { endpoint, ...credentials } = server;
  const admin = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await admin.send(new CreateBucketCommand({ Bucket: bucket }));
  admin.destroy();
  const store = createS3ObjectStore({
    ...credentials,
    endpoint,
    bucket,
    region: 'us-east-1',
    forcePathStyle: true,
  });
  return { store, bucket, origin: endpoint, close: async () => store.close() };
}

/** Sends a presigned POST as a browser does: all fields, then the file. */
export async function postFile(
  origin: string,
  target: { url: string; fields: Record<string, string> },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append('file', new Blob([bytes], { type: target.fields['Content-Type'] ?? '' }), 'photo.png');
  const response = await fetch(new URL(target.url, origin), { method: 'POST', body: form });
  await response.arrayBuffer();
  return response.status;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
