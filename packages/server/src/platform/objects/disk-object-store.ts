import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { UploadRefusedError } from './local-object-gateway.ts';
import type { LocalObjectGateway, UploadGrant } from './local-object-gateway.ts';
import { ObjectNotFoundError } from './object-store.ts';
import type { ListedObject, ObjectBody, ObjectHead, ObjectStore, ReadStreamOptions } from './object-store.ts';
import {
  closeQuietly,
  discardTemporary,
  ignoreMissing,
  publishExclusively,
  publishReplacing,
  readPart,
  removeStaleTemporaries,
  rethrowStorageFault,
  writeTemporary,
  writeWhole,
} from './disk-files.ts';
import { createLocalSigner } from './local-signatures.ts';
import type { LocalSigner } from './local-signatures.ts';
import { assertKeyPrefix, assertObjectKey } from './object-key.ts';

export interface DiskObjectStoreOptions {
  /** The store's folder, created if missing. API and worker processes share it. */
  rootFolder: string;
  /** Secret that signs upload policies and read URLs. The same in every process, at least 32 characters. */
  signingSecret: string;
  /** Prefix of the store's URLs, without a trailing slash: `/objects`, or an absolute address. */
  urlPrefix: string;
  /** Returns the current time in milliseconds since the epoch; replaced in tests. */
  now?: () => number;
  /** Called if an object's length differs from the written one; such an object counts as missing. */
  onDamaged?: (damage: Damage) => void;
}

interface Damage {
  readonly key: string;
  readonly writtenBytes: number;
  readonly foundBytes: number;
}

export type DiskObjectStore = ObjectStore & LocalObjectGateway;

const FALLBACK_CONTENT_TYPE = 'application/octet-stream';

/**
 * Suffix of the small file next to an object that stores its content type. If the server itself wrote the object, the
 * file also holds the length, so that a truncated object isn't served as complete. `~` can't occur in a key.
 */
const TYPE_SUFFIX = '~type';

/**
 * Opens a store that keeps objects as plain files under `objects/<key>`. An operator can inspect, copy and back them up
 * with any tool. `incoming/` holds files that are still being written.
 */
export async function openDiskObjectStore(options: DiskObjectStoreOptions): Promise<DiskObjectStore> {
  const objectsFolder = join(options.rootFolder, 'objects');
  const incomingFolder = join(options.rootFolder, 'incoming');
  try {
    await mkdir(objectsFolder, { recursive: true, mode: 0o700 });
    await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
    await removeStaleTemporaries(incomingFolder);
  } catch (error) {
    rethrowStorageFault(error);
  }
  const signer = createLocalSigner(options.signingSecret, options.now);
  const onDamaged = options.onDamaged ?? (() => {});
  return new FolderStore(objectsFolder, incomingFolder, options.urlPrefix, signer, onDamaged);
}

class FolderStore implements DiskObjectStore {
  readonly #objectsFolder: string;
  readonly #incomingFolder: string;
  readonly #urlPrefix: string;
  readonly #signer: LocalSigner;
  readonly #onDamaged: (damage: Damage) => void;

  constructor(
    objectsFolder: string,
    incomingFolder: string,
    urlPrefix: string,
    signer: LocalSigner,
    onDamaged: (damage: Damage) => void,
  ) {
    this.#objectsFolder = objectsFolder;
    this.#incomingFolder = incomingFolder;
    this.#urlPrefix = urlPrefix;
    this.#signer = signer;
    this.#onDamaged = onDamaged;
  }

  async createUploadTarget(options: Parameters<ObjectStore['createUploadTarget']>[0]) {
    assertObjectKey(options.key);
    return { url: this.#urlPrefix, fields: this.#signer.uploadFields(options) };
  }

  verifyUploadPolicy(fields: Readonly<Record<string, string>>): UploadGrant {
    const grant = this.#signer.verifyUpload(fields);
    assertObjectKey(grant.key);
    return grant;
  }

  async receive(grant: UploadGrant, body: AsyncIterable<Uint8Array>) {
    const path = this.#path(grant.key);
    const temporary = await writeTemporary(this.#incomingFolder, body, (sizeBytes) => {
      if (sizeBytes > grant.maxSizeBytes) throw new UploadRefusedError('too-large');
    });
    try {
      if (temporary.sizeBytes < grant.minSizeBytes) throw new UploadRefusedError('too-small');
      if (await stat(path).catch(ignoreMissing))
        return await this.#acceptRepeated(grant.key, temporary.sha256);
      // The content type is written before the object, so an object never exists without it. If two uploads of one key
      // compete, the loser's type may remain. Its upload policy allowed that type as well.
      await this.#writeType(path, grant.contentType);
      if (!(await publishExclusively(temporary, path))) {
        return await this.#acceptRepeated(grant.key, temporary.sha256);
      }
      return await this.#existingHead(grant.key);
    } catch (error) {
      rethrowStorageFault(error);
    } finally {
      await discardTemporary(temporary.path);
    }
  }

  verifyReadUrl(key: string, query: Readonly<Record<string, string | undefined>>) {
    return this.#signer.verifyRead(key, query);
  }

  headRead(grant: { key: string }): Promise<ObjectHead> {
    return this.#existingHead(grant.key);
  }

  openRead(grant: { key: string }, options?: ReadStreamOptions): Promise<ObjectBody> {
    return this.readStream(grant.key, options);
  }

  async signedReadUrl(key: string, options: Parameters<ObjectStore['signedReadUrl']>[1]): Promise<string> {
    assertObjectKey(key);
    const query = this.#signer.readQuery(key, options.expiresInSeconds, options.downloadFileName);
    return `${this.#urlPrefix}/${key}?${query.toString()}`;
  }

  async head(key: string): Promise<ObjectHead | null> {
    try {
      const fileStats = await stat(this.#path(key), { bigint: true }).catch(ignoreMissing);
      return fileStats?.isFile() ? await this.#readHead(key, fileStats) : null;
    } catch (error) {
      rethrowStorageFault(error);
    }
  }

  async readRange(key: string, startByte: number, endByteInclusive: number): Promise<Uint8Array> {
    const file = await this.#open(key);
    try {
      const { size } = await file.stat();
      if (!(await this.#isWhole(key, size))) throw new ObjectNotFoundError(key);
      const lengthBytes = Math.max(0, Math.min(endByteInclusive, size - 1) - startByte + 1);
      const bytes = new Uint8Array(lengthBytes);
      let filled = 0;
      while (filled < lengthBytes) {
        const { bytesRead } = await file.read(bytes, filled, lengthBytes - filled, startByte + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    } catch (error) {
      rethrowStorageFault(error);
    } finally {
      await closeQuietly(file);
    }
  }

  async read(key: string, signal?: AbortSignal): Promise<Uint8Array> {
    const bytes = await readFile(this.#path(key), signal ? { signal } : {})
      .catch(ignoreMissing)
      .catch(rethrowStorageFault);
    if (!bytes || !(await this.#isWhole(key, bytes.byteLength))) throw new ObjectNotFoundError(key);
    return bytes;
  }

  async readStream(key: string, options: ReadStreamOptions = {}): Promise<ObjectBody> {
    const file = await this.#open(key);
    try {
      // Reads size and times from the open file, which stays the same even if another file gets its name.
      const fileStats = await file.stat({ bigint: true });
      const head = fileStats.isFile() ? await this.#readHead(key, fileStats) : null;
      if (head === null) throw new ObjectNotFoundError(key);
      const { startByte, endByteInclusive } = options.range ?? { startByte: 0, endByteInclusive: Infinity };
      const lastByte = Math.min(endByteInclusive, head.sizeBytes - 1);
      return { head, body: await readPart(file, startByte, lastByte, options.signal) };
    } catch (error) {
      await closeQuietly(file);
      rethrowStorageFault(error);
    }
  }

  async write(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void> {
    const path = this.#path(key);
    const { contentType } = options;
    const length = { sizeBytes: bytes.byteLength };
    try {
      // While an object is being replaced, no length is recorded, because the file is at first still the old one.
      const isReplaced = (await stat(path).catch(ignoreMissing)) !== null;
      // Writing the object and its type both wait for the disk, so they run in parallel.
      const [file, type] = await Promise.allSettled([
        writeWhole(this.#incomingFolder, bytes),
        this.#writeType(path, contentType, isReplaced ? {} : length),
      ]);
      try {
        if (file.status === 'rejected') throw file.reason;
        if (type.status === 'rejected') throw type.reason;
        await publishReplacing(file.value, path);
      } catch (error) {
        if (!isReplaced) await discardTemporary(`${path}${TYPE_SUFFIX}`);
        throw error;
      } finally {
        if (file.status === 'fulfilled') await discardTemporary(file.value.path);
      }
      if (isReplaced) await this.#writeType(path, contentType, length);
    } catch (error) {
      rethrowStorageFault(error);
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true }).catch(ignoreMissing).catch(rethrowStorageFault);
    await rm(`${path}${TYPE_SUFFIX}`, { force: true }).catch(ignoreMissing).catch(rethrowStorageFault);
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    assertKeyPrefix(prefix);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    yield* this.#listFolder(folder, prefix, []);
  }

  async listPage(folder: string, after: string | null, limit: number): Promise<ListedObject[]> {
    assertKeyPrefix(folder);
    const page: ListedObject[] = [];
    const afterSegments = after === null ? [] : after.slice(folder.length).split('/');
    for await (const object of this.#listFolder(folder, folder, afterSegments)) {
      page.push(object);
      if (page.length >= limit) break;
    }
    return page;
  }

  async check(): Promise<void> {
    const temporary = await writeTemporary(this.#incomingFolder, [new Uint8Array(1)]);
    await rm(temporary.path, { force: true }).catch(rethrowStorageFault);
  }

  async #open(key: string): Promise<FileHandle> {
    const file = await open(this.#path(key), 'r').catch(ignoreMissing).catch(rethrowStorageFault);
    if (!file) throw new ObjectNotFoundError(key);
    return file;
  }

  /** Builds an object's metadata. Returns null if the object is truncated. */
  async #readHead(key: string, { size, mtimeNs, mtimeMs }: BigIntStats): Promise<ObjectHead | null> {
    const written = await this.#readRecord(key);
    if (!this.#isAsWritten(key, written.sizeBytes, Number(size))) return null;
    return {
      sizeBytes: Number(size),
      contentType: written.contentType ?? typeOfExtension(key),
      etag: `${mtimeNs.toString(36)}-${size.toString(36)}`,
      lastModified: new Date(Number(mtimeMs)),
    };
  }

  /** Reads the recorded content type and length of an object; null for values that weren't recorded. */
  async #readRecord(key: string): Promise<{ contentType: string | null; sizeBytes: number | null }> {
    const text = await readFile(`${this.#path(key)}${TYPE_SUFFIX}`, 'utf8')
      .catch(ignoreMissing)
      .catch(rethrowStorageFault);
    const [contentType = null, sizeBytes] = text?.split(' ', 2) ?? [];
    return { contentType, sizeBytes: sizeBytes === undefined ? null : Number(sizeBytes) };
  }

  async #isWhole(key: string, foundBytes: number): Promise<boolean> {
    return this.#isAsWritten(key, (await this.#readRecord(key)).sizeBytes, foundBytes);
  }

  #isAsWritten(key: string, writtenBytes: number | null, foundBytes: number): boolean {
    if (writtenBytes === null || writtenBytes === foundBytes) return true;
    this.#onDamaged({ key, writtenBytes, foundBytes });
    return false;
  }

  /**
   * Lists the objects in a folder.
   * @param after path segments, relative to this folder, of the last listed object; entries up to it are skipped
   */
  async *#listFolder(folder: string, prefix: string, after: readonly string[]): AsyncIterable<ListedObject> {
    const entries: Dirent[] =
      (await readdir(join(this.#objectsFolder, folder), { withFileTypes: true })
        .catch(ignoreMissing)
        .catch(rethrowStorageFault)) ?? [];
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const [lastListedName, ...below] = after;
    for (const entry of entries) {
      const key = folder + entry.name;
      if (
        lastListedName !== undefined &&
        (entry.name < lastListedName || (entry.name === lastListedName && below.length === 0))
      )
        continue;
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) {
          yield* this.#listFolder(`${key}/`, prefix, entry.name === lastListedName ? below : []);
        }
      } else if (key.startsWith(prefix) && !key.endsWith(TYPE_SUFFIX)) {
        const fileStats = await stat(join(this.#objectsFolder, key))
          .catch(ignoreMissing)
          .catch(rethrowStorageFault);
        if (fileStats) yield { key, sizeBytes: fileStats.size, lastModified: fileStats.mtime };
      }
    }
  }

  /**
   * Accepts an upload to an existing key if the bytes are the same, because a client whose response was lost repeats
   * its upload. Other bytes are refused.
   */
  async #acceptRepeated(key: string, sha256: string): Promise<ObjectHead> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.#path(key))) hash.update(chunk as Uint8Array);
    if (hash.digest('hex') !== sha256) throw new UploadRefusedError('already-used');
    return await this.#existingHead(key);
  }

  async #writeType(
    path: string,
    contentType: string,
    { sizeBytes }: { sizeBytes?: number } = {},
  ): Promise<void> {
    const text = sizeBytes === undefined ? contentType : `${contentType} ${String(sizeBytes)}`;
    const temporary = await writeWhole(this.#incomingFolder, Buffer.from(text));
    try {
      await publishReplacing(temporary, `${path}${TYPE_SUFFIX}`);
    } finally {
      await discardTemporary(temporary.path);
    }
  }

  async #existingHead(key: string): Promise<ObjectHead> {
    const head = await this.head(key);
    if (!head) throw new ObjectNotFoundError(key);
    return head;
  }

  #path(key: string): string {
    assertObjectKey(key);
    return join(this.#objectsFolder, key);
  }
}

/** Guesses the content type from the key's extension, for files that an operator copied into the folder by hand. */
function typeOfExtension(key: string): string {
  const types: Record<string, string> = {
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.webp': 'image/webp',
    '.heic': 'image/heic',
    '.avif': 'image/avif',
  };
  return types[extname(key).toLowerCase()] ?? FALLBACK_CONTENT_TYPE;
}
