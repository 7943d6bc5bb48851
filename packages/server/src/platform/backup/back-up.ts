import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectNotFoundError } from '../objects/object-store.ts';
import type { ListedObject, ObjectStore } from '../objects/object-store.ts';
import {
  BACKUP_VERSION,
  DATABASE_FOLDER,
  HEADER_NAME,
  OBJECTS_FOLDER,
  SECRETS_FOLDER,
  WHOLE_VERSION,
} from './archive/manifest.ts';
import type { BackupHeader } from './archive/manifest.ts';
import type { EntryToWrite, ManifestContent } from './archive/write-archive.ts';
import { copyDatabase } from './database-copy.ts';
import type { DatabaseCopy } from './database-copy.ts';

/** Keeps objects outside the archive, which then holds but the list of them. */
export interface ObjectKeeper {
  /** @returns its size; null for an object that was removed since it was listed */
  keep(object: ListedObject): Promise<number | null>;
  /** The entries that say what was kept, when all of it was. */
  contents(): Promise<EntryToWrite>;
}

export interface BackUpOptions {
  readonly databaseUrl: string;
  readonly objects: Pick<ObjectStore, 'list' | 'readStream'>;
  /** The folder of keys and certificates; it may be missing. */
  readonly secretsFolder: string;
  readonly product: string;
  readonly createdAt: Date;
  /** Null: the archive holds the objects. */
  readonly keeper: ObjectKeeper | null;
  /** Called now and then, for the person who waits. */
  readonly onProgress?: (progress: { readonly objects: number; readonly sizeBytes: number }) => void;
}

/** Objects that are kept at a time; each is held in memory. */
const KEPT_AT_A_TIME = 4;
/** How often the database is copied when objects that it names disappear meanwhile. */
const COPIES = 3;

/**
 * What a backup holds, made as it is read, while the product runs.
 *
 * Objects never change, and most work is about them, so they come first. Then the database is copied as it is at one
 * moment, and then the objects that have come since the first look: whatever the copy names existed at its moment.
 * Only an object that was removed in between can be missing; then the database, which does not name it anymore, is
 * copied again.
 */
export class BackUp {
  readonly #options: BackUpOptions;
  readonly #copied = new Set<string>();
  #objectBytes = 0;
  #copy: DatabaseCopy | null = null;
  #copyNumber = 0;

  constructor(options: BackUpOptions) {
    this.#options = options;
  }

  /** The entries, to be read once. */
  async *entries(): AsyncGenerator<EntryToWrite> {
    yield whole(HEADER_NAME, Buffer.from(`${JSON.stringify(this.#header())}\n`));
    yield* filesOf(this.#options.secretsFolder, SECRETS_FOLDER);
    yield* this.#newObjects();
    let lost: ReadonlySet<string>;
    do {
      lost = new Set(this.#missing());
      this.#copyNumber += 1;
      yield* this.#database();
      yield* this.#newObjects();
      // What an earlier copy missed too was lost before: another copy would not bring it back.
    } while (this.#copyNumber < COPIES && this.#missing().some((key) => !lost.has(key)));
    if (this.#options.keeper !== null) yield await this.#options.keeper.contents();
  }

  /** Known when all entries were read. */
  manifest(): ManifestContent {
    if (this.#copy === null) throw new Error('The manifest is asked for after the entries');
    const { tables, migratedTo, postgres } = this.#copy;
    return {
      ...this.#header(),
      product: this.#options.product,
      postgres,
      migratedTo,
      database: this.#databaseFolder(),
      tables: [...tables],
      objects: { count: this.#copied.size, sizeBytes: this.#objectBytes },
      missing: this.#missing(),
    };
  }

  #databaseFolder(): string {
    return `${DATABASE_FOLDER}${String(this.#copyNumber)}/`;
  }

  #header(): BackupHeader {
    return {
      format: 'packshot-backup',
      version: this.#options.keeper === null ? WHOLE_VERSION : BACKUP_VERSION,
      createdAt: this.#options.createdAt.toISOString(),
    };
  }

  async *#database(): AsyncGenerator<EntryToWrite> {
    const parts = copyDatabase(this.#options.databaseUrl);
    try {
      for (;;) {
        const { done, value } = await parts.next();
        if (done === true) {
          this.#copy = value;
          return;
        }
        const number = String(value.number).padStart(8, '0');
        yield whole(`${this.#databaseFolder()}${value.table}/${number}.copy`, value.bytes);
      }
    } finally {
      // Ends the transaction when whoever reads us stops.
      await parts.return?.(undefined as never);
    }
  }

  async *#newObjects(): AsyncGenerator<EntryToWrite> {
    const { keeper } = this.#options;
    if (keeper !== null) {
      await this.#keepNewObjects(keeper);
      return;
    }
    for await (const object of this.#options.objects.list('')) {
      if (this.#copied.has(object.key)) continue;
      const entry = await this.#objectEntry(object);
      if (entry === null) continue;
      yield entry;
      this.#count(object, entry.sizeBytes);
    }
  }

  async #keepNewObjects(keeper: ObjectKeeper): Promise<void> {
    let waiting: ListedObject[] = [];
    const keepWaiting = async () => {
      const objects = waiting;
      waiting = [];
      const sizes = await Promise.all(objects.map((object) => keeper.keep(object)));
      for (const [at, object] of objects.entries()) {
        const sizeBytes = sizes[at] ?? null;
        if (sizeBytes !== null) this.#count(object, sizeBytes);
      }
    };
    for await (const object of this.#options.objects.list('')) {
      if (this.#copied.has(object.key)) continue;
      waiting.push(object);
      if (waiting.length === KEPT_AT_A_TIME) await keepWaiting();
    }
    await keepWaiting();
  }

  #count({ key }: ListedObject, sizeBytes: number): void {
    this.#copied.add(key);
    this.#objectBytes += sizeBytes;
    this.#options.onProgress?.({ objects: this.#copied.size, sizeBytes: this.#objectBytes });
  }

  /** Null for an object that was removed since it was listed, or is damaged, which counts as missing. */
  async #objectEntry({ key }: ListedObject): Promise<EntryToWrite | null> {
    try {
      const { head, body } = await this.#options.objects.readStream(key);
      const { sizeBytes, contentType } = head;
      return { name: `${OBJECTS_FOLDER}${key}`, sizeBytes, contentType, bytes: body };
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    }
  }

  #missing(): string[] {
    return [...(this.#copy?.namedObjects ?? [])].filter((key) => !this.#copied.has(key)).toSorted();
  }
}

const whole = (name: string, bytes: Buffer): EntryToWrite => ({
  name,
  sizeBytes: bytes.byteLength,
  bytes: [bytes],
});

/** Small files with those of the folders below. A name that begins with a dot is one that is being written. */
async function* filesOf(folder: string, prefix: string): AsyncGenerator<EntryToWrite> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesOf(path, `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield whole(`${prefix}${entry.name}`, await readFile(path));
  }
}
