import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { ListedObject, ObjectStore } from '../../objects/object-store.ts';
import { ObjectNotFoundError } from '../../objects/object-store.ts';
import { BackupError } from '../archive/backup-error.ts';
import { CONTENTS_NAME } from '../archive/manifest.ts';
import type { EntryToWrite } from '../archive/write-archive.ts';
import type { ObjectKeeper } from '../back-up.ts';
import type { RestoredObject } from '../restore.ts';
import { sha256Hex } from './backup-place.ts';
import type { BackupPlace } from './backup-place.ts';

/** Entry of an object list: an object of a snapshot, with the hash and size of its content. */
interface StoredPiece {
  readonly key: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly modifiedMs: number;
}

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const lineSchema = z.tuple([z.string(), hex, z.number().int(), z.string(), z.number()]);
const listSchema = z.object({ contents: z.array(hex) });

/** Number of objects per piece of an object list. Pieces are stored like other content. */
const OBJECTS_IN_A_PIECE = 20_000;
const MAX_PIECE_BYTES = 64 * 1024 * 1024;
/** Number of objects read at the same time; each is held in memory. */
const READ_AT_A_TIME = 4;

/**
 * Stores the objects that a backup place doesn't have yet. Objects never change, so those of the previous backup
 * aren't read again.
 */
export class PlaceKeeper implements ObjectKeeper {
  readonly #place: BackupPlace;
  readonly #objects: Pick<ObjectStore, 'readStream'>;
  readonly #stored: Map<string, number>;
  readonly #before: ReadonlyMap<string, StoredPiece>;
  readonly #renew: () => Promise<void>;
  readonly #kept: StoredPiece[] = [];
  #pieces: readonly string[] = [];
  #written = 0;
  #writtenBytes = 0;

  private constructor(
    place: BackupPlace,
    objects: Pick<ObjectStore, 'readStream'>,
    stored: Map<string, number>,
    before: ReadonlyMap<string, StoredPiece>,
    renew: () => Promise<void>,
  ) {
    this.#place = place;
    this.#objects = objects;
    this.#stored = stored;
    this.#before = before;
    this.#renew = renew;
  }

  /**
   * Reads the list of the previous backup and prepares to store objects.
   * @param renew called before each object, to renew the lease
   */
  static async begin(
    place: BackupPlace,
    objects: Pick<ObjectStore, 'readStream'>,
    renew: () => Promise<void>,
  ): Promise<PlaceKeeper> {
    const latest = (await place.snapshots()).at(-1);
    const before = new Map<string, StoredPiece>();
    if (latest !== undefined) {
      try {
        for await (const reusedObject of readObjectList(place, (await place.snapshot(latest)).contents))
          before.set(reusedObject.key, reusedObject);
      } catch (error) {
        // If the previous list is damaged, all objects are read again.
        if (!(error instanceof BackupError)) throw error;
        before.clear();
      }
    }
    return new PlaceKeeper(place, objects, await place.storedContent(), before, renew);
  }

  get written(): { readonly objects: number; readonly sizeBytes: number } {
    return { objects: this.#written, sizeBytes: this.#writtenBytes };
  }

  get pieces(): readonly string[] {
    return this.#pieces;
  }

  async keep(object: ListedObject): Promise<number | null> {
    await this.#renew();
    const before = this.#before.get(object.key);
    const reusedObject =
      before !== undefined && isSame(before, object) && this.#has(before) ? before : await this.#read(object);
    if (reusedObject === null) return null;
    this.#kept.push(reusedObject);
    return reusedObject.sizeBytes;
  }

  async contents(): Promise<EntryToWrite> {
    const pieces: string[] = [];
    const sorted = this.#kept.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    for (let at = 0; at < sorted.length; at += OBJECTS_IN_A_PIECE) {
      const lines = sorted
        .slice(at, at + OBJECTS_IN_A_PIECE)
        .map(({ key, sha256, sizeBytes, contentType, modifiedMs }) =>
          JSON.stringify([key, sha256, sizeBytes, contentType, modifiedMs]),
        );
      const piece = zstdCompressSync(Buffer.from(lines.join('\n')));
      const sha256 = sha256Hex(piece);
      if (!this.#has({ sha256, sizeBytes: piece.byteLength })) await this.#place.writeContent(sha256, piece);
      pieces.push(sha256);
      await this.#renew();
    }
    this.#pieces = pieces;
    const bytes = Buffer.from(`${JSON.stringify({ contents: pieces })}\n`);
    return { name: CONTENTS_NAME, sizeBytes: bytes.byteLength, bytes: [bytes] };
  }

  /**
   * Whether the backup place has this content with the right length. Content of another length was truncated, so it is
   * written again.
   */
  #has({ sha256, sizeBytes }: Pick<StoredPiece, 'sha256' | 'sizeBytes'>): boolean {
    const { cipher } = this.#place;
    return this.#stored.get(cipher.fileNameFor(sha256)) === cipher.storedBytes(sizeBytes);
  }

  /**
   * Reads an object and stores its content. Returns null for an object that was removed since it was listed, or that is
   * truncated.
   */
  async #read({ key, lastModified }: ListedObject): Promise<StoredPiece | null> {
    let bytes: Buffer;
    let contentType: string;
    try {
      const { head, body } = await this.#objects.readStream(key);
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      bytes = Buffer.concat(parts);
      if (bytes.byteLength !== head.sizeBytes) {
        throw new BackupError(`${key} changed its size while it was being read.`);
      }
      contentType = head.contentType;
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    }
    const reusedObject: StoredPiece = {
      key,
      sha256: sha256Hex(bytes),
      sizeBytes: bytes.byteLength,
      contentType,
      modifiedMs: lastModified.getTime(),
    };
    if (!this.#has(reusedObject)) {
      await this.#place.writeContent(reusedObject.sha256, bytes);
      const { cipher } = this.#place;
      this.#stored.set(cipher.fileNameFor(reusedObject.sha256), cipher.storedBytes(reusedObject.sizeBytes));
      this.#written += 1;
      this.#writtenBytes += reusedObject.sizeBytes;
    }
    return reusedObject;
  }
}

const isSame = (reusedObject: StoredPiece, { sizeBytes, lastModified }: ListedObject): boolean =>
  reusedObject.sizeBytes === sizeBytes && reusedObject.modifiedMs === lastModified.getTime();

/** Reads the objects of a list, in order, and compares each with its hash. */
export async function* iterateObjects(place: BackupPlace, list: Uint8Array): AsyncGenerator<RestoredObject> {
  const parseResult = listSchema.safeParse(JSON.parse(Buffer.from(list).toString('utf8')));
  if (!parseResult.success)
    throw new BackupError('The backup is damaged: its list of objects cannot be read.');
  let waiting: StoredPiece[] = [];
  const read = () =>
    Promise.all(
      waiting.map(async ({ key, contentType, sha256 }) => ({
        key,
        contentType,
        bytes: await place.readContent(sha256),
      })),
    );
  for await (const reusedObject of readObjectList(place, parseResult.data.contents)) {
    waiting.push(reusedObject);
    if (waiting.length < READ_AT_A_TIME) continue;
    yield* await read();
    waiting = [];
  }
  yield* await read();
}

/**
 * Reads the entries of an object list.
 * @throws BackupError if a piece is missing or damaged
 */
export async function* readObjectList(
  place: BackupPlace,
  pieces: readonly string[],
): AsyncGenerator<StoredPiece> {
  for (const piece of pieces) {
    const text = zstdDecompressSync(await place.readContent(piece), { maxOutputLength: MAX_PIECE_BYTES });
    for (const line of text.toString('utf8').split('\n')) {
      const parseResult = lineSchema.safeParse(line === '' ? null : JSON.parse(line));
      if (!parseResult.success)
        throw new BackupError('The backup is damaged: its list of objects cannot be read.');
      const [key, sha256, sizeBytes, contentType, modifiedMs] = parseResult.data;
      yield { key, sha256, sizeBytes, contentType, modifiedMs };
    }
  }
}
