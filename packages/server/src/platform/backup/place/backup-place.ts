import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ObjectNotFoundError } from '../../objects/object-store.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { BackupError } from '../archive/backup-error.ts';
import type { ArchiveToRead } from '../archive/read-archive.ts';
import { newSealedCipher, openSealedCipher, plainCipher, sealingSchema } from './place-cipher.ts';
import type { PlaceCipher } from './place-cipher.ts';

/*
 * A backup place: a folder or bucket that holds several backups, and each object only once. Layout under its prefix:
 *
 * - `place.json`: format version and encryption
 * - `content/ab/abcd…`: a piece of content, named by the hash of its bytes
 * - `snapshots/TIME/00000000…`: one backup, an archive in parts, with a list of objects instead of the objects
 * - `snapshots/TIME/complete.json`: written last, after the archive was read back
 * - `leases/…`: active writers
 *
 * The folder or bucket is accessed through the same interface as the server's object store.
 */

export type PlaceStore = Pick<ObjectStore, 'write' | 'read' | 'readStream' | 'list' | 'delete' | 'head'>;

const PLACE_VERSION = 1;
const placeSchema = z.object({
  format: z.literal('packshot-backup-place'),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  sealing: sealingSchema.nullable(),
});

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const completeSchema = z.object({
  createdAt: z.iso.datetime(),
  parts: z.number().int().positive(),
  sizeBytes: z.number().int().nonnegative(),
  /** Names of the pieces of content that list the snapshot's objects. */
  contents: z.array(hex),
});
export type CompleteSnapshot = z.infer<typeof completeSchema>;

const JSON_TYPE = { contentType: 'application/json' };
const BYTES_TYPE = { contentType: 'application/octet-stream' };
const PART_BYTES = 16 * 1024 * 1024;

export const snapshotName = (createdAt: Date): string =>
  `${createdAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

export interface PlaceToOpen {
  readonly store: PlaceStore;
  /** Key prefix of the backup place; empty, or ends with a slash. */
  readonly prefix: string;
  /** Path as given by the operator, used in messages. */
  readonly shown: string;
  readonly passphrase: string | null;
}

export class BackupPlace {
  readonly shown: string;
  readonly cipher: PlaceCipher;
  readonly #store: PlaceStore;
  readonly #prefix: string;
  readonly #passphrase: string | null;

  private constructor({ store, prefix, shown, passphrase }: PlaceToOpen, cipher: PlaceCipher) {
    this.shown = shown;
    this.cipher = cipher;
    this.#store = store;
    this.#prefix = prefix;
    this.#passphrase = passphrase;
  }

  /**
   * Opens an existing backup place.
   * @throws BackupError if there is no place, for a wrong passphrase, or for a place of a newer release
   */
  static async open(options: PlaceToOpen): Promise<BackupPlace> {
    const { store, prefix, shown, passphrase } = options;
    const text = await store.read(`${prefix}place.json`).catch((error: unknown) => {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    });
    if (text === null) throw new BackupError(`There are no backups in ${shown}.`);
    const parseResult = placeSchema.safeParse(parseIndex(text));
    if (!parseResult.success)
      throw new BackupError(`${shown} is no place of backups, or its place.json is damaged.`);
    if (parseResult.data.version > PLACE_VERSION) {
      throw new BackupError(`A newer release of Packshot made the backups in ${shown}. Use that release.`);
    }
    const { sealing } = parseResult.data;
    if (sealing === null) {
      if (passphrase !== null) {
        throw new BackupError(
          `${shown} is not encrypted: begin another place to encrypt, or leave the passphrase out.`,
        );
      }
      return new BackupPlace(options, plainCipher);
    }
    if (passphrase === null) {
      throw new BackupError(`${shown} is encrypted: give its passphrase (--passphrase-file).`);
    }
    return new BackupPlace(options, openSealedCipher(passphrase, sealing));
  }

  static async openOrCreate(options: PlaceToOpen, createdAt: Date): Promise<BackupPlace> {
    const { store, prefix, shown, passphrase } = options;
    if ((await store.head(`${prefix}place.json`)) !== null) return BackupPlace.open(options);
    for await (const { key } of store.list(prefix)) {
      throw new BackupError(`${shown} holds something else (${key}): give an empty place.`);
    }
    const cipher = passphrase === null ? plainCipher : newSealedCipher(passphrase);
    const content: z.infer<typeof placeSchema> = {
      format: 'packshot-backup-place',
      version: PLACE_VERSION,
      createdAt: createdAt.toISOString(),
      sealing: cipher.sealing,
    };
    await store.write(`${prefix}place.json`, encodeJson(content), JSON_TYPE);
    return new BackupPlace(options, cipher);
  }

  /** Lists the sizes of all pieces of content in the backup place, by name. */
  async storedContent(): Promise<Map<string, number>> {
    const sizeByName = new Map<string, number>();
    for await (const { key, sizeBytes } of this.#store.list(`${this.#prefix}content/`)) {
      sizeByName.set(key.slice(key.lastIndexOf('/') + 1), sizeBytes);
    }
    return sizeByName;
  }

  /** Writes a piece of content and reads it back to check it. */
  async writeContent(sha256: string, bytes: Uint8Array): Promise<void> {
    const name = this.cipher.fileNameFor(sha256);
    await this.#store.write(this.#contentKey(name), this.cipher.encrypt(name, bytes), BYTES_TYPE);
    await this.readContent(sha256);
  }

  /**
   * Reads a piece of content.
   * @throws BackupError if it is missing or differs from the written bytes
   */
  async readContent(sha256: string): Promise<Uint8Array> {
    return this.readStored(this.cipher.fileNameFor(sha256));
  }

  async readStored(name: string): Promise<Uint8Array> {
    try {
      return this.cipher.decrypt(name, await this.#store.read(this.#contentKey(name)));
    } catch (cause) {
      if (!(cause instanceof ObjectNotFoundError)) throw cause;
      throw new BackupError(`The content ${name} is missing in ${this.shown}.`, { cause });
    }
  }

  async deleteContent(name: string): Promise<void> {
    await this.#store.delete(this.#contentKey(name));
  }

  /** Names of the complete backups, oldest first. */
  async snapshots(): Promise<string[]> {
    const names: string[] = [];
    for (const key of await this.#snapshotKeys('')) {
      if (key.endsWith('/complete.json')) names.push(key.slice(0, -'/complete.json'.length));
    }
    return names.toSorted();
  }

  /** Names of all backups that were started, complete or not. */
  async begunSnapshots(): Promise<string[]> {
    const keys = await this.#snapshotKeys('');
    return [...new Set(keys.map((key) => key.split('/')[0] ?? ''))].toSorted();
  }

  async snapshot(name: string): Promise<CompleteSnapshot> {
    const text = await this.#store
      .read(`${this.#prefix}snapshots/${name}/complete.json`)
      .catch((cause: unknown) => {
        if (!(cause instanceof ObjectNotFoundError)) throw cause;
        throw new BackupError(`There is no complete backup ${name} in ${this.shown}.`, { cause });
      });
    const parseResult = completeSchema.safeParse(parseIndex(text));
    if (!parseResult.success) throw new BackupError(`The backup ${name} in ${this.shown} is damaged.`);
    return parseResult.data;
  }

  /**
   * Writes a backup's archive in parts.
   * @returns the number of parts and their total size in bytes
   */
  async writeParts(
    name: string,
    archive: AsyncIterable<Uint8Array>,
    onPart: () => Promise<void>,
  ): Promise<{ readonly parts: number; readonly sizeBytes: number }> {
    let parts = 0;
    let totalBytes = 0;
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const write = async () => {
      const key = this.#partKey(name, parts);
      await this.#store.write(key, Buffer.concat(waiting, waitingBytes), BYTES_TYPE);
      parts += 1;
      totalBytes += waitingBytes;
      [waiting, waitingBytes] = [[], 0];
      await onPart();
    };
    for await (const chunk of archive) {
      waiting.push(chunk);
      waitingBytes += chunk.byteLength;
      if (waitingBytes >= PART_BYTES) await write();
    }
    if (waitingBytes > 0) await write();
    return { parts, sizeBytes: totalBytes };
  }

  /** Marks a backup as complete. Unmarked backups are ignored. */
  async complete(name: string, content: CompleteSnapshot): Promise<void> {
    await this.#store.write(`${this.#prefix}snapshots/${name}/complete.json`, encodeJson(content), JSON_TYPE);
  }

  /** Describes the archive of a snapshot, so that it can be read like an archive file. */
  archive(name: string, parts: number): ArchiveToRead {
    const [store, displayName] = [this.#store, `${this.shown} (${name})`];
    const keys = Array.from({ length: parts }, (_, number) => this.#partKey(name, number));
    return {
      file: displayName,
      passphrase: this.#passphrase,
      async *open() {
        for (const key of keys) {
          const { body } = await store.readStream(key).catch((cause: unknown) => {
            if (!(cause instanceof ObjectNotFoundError)) throw cause;
            throw new BackupError(`A part of the backup is missing: ${key}`, { cause });
          });
          yield* body;
        }
      },
    };
  }

  /** Deletes a backup. Removes its mark of completion first, so that a partly deleted backup is ignored. */
  async deleteSnapshot(name: string): Promise<void> {
    await this.#store.delete(`${this.#prefix}snapshots/${name}/complete.json`);
    for (const key of await this.#snapshotKeys(`${name}/`)) {
      await this.#store.delete(`${this.#prefix}snapshots/${key}`);
    }
  }

  async writeLease(name: string): Promise<void> {
    await this.#store.write(`${this.#prefix}leases/${name}`, Buffer.from(name), BYTES_TYPE);
  }

  async deleteLease(name: string): Promise<void> {
    await this.#store.delete(`${this.#prefix}leases/${name}`);
  }

  /** Names of leases with the time of their last renewal, by the storage's clock. */
  async leases(): Promise<ReadonlyMap<string, number>> {
    const renewalByName = new Map<string, number>();
    const folder = `${this.#prefix}leases/`;
    for await (const { key, lastModified } of this.#store.list(folder)) {
      renewalByName.set(key.slice(folder.length), lastModified.getTime());
    }
    return renewalByName;
  }

  #contentKey(name: string): string {
    return `${this.#prefix}content/${name.slice(0, 2)}/${name}`;
  }

  #partKey(name: string, number: number): string {
    return `${this.#prefix}snapshots/${name}/${String(number).padStart(8, '0')}`;
  }

  async #snapshotKeys(below: string): Promise<string[]> {
    const folder = `${this.#prefix}snapshots/`;
    const keys: string[] = [];
    for await (const { key } of this.#store.list(`${folder}${below}`)) keys.push(key.slice(folder.length));
    return keys;
  }
}

const encodeJson = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);

function parseIndex(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
