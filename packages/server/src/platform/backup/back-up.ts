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

/** Stores objects outside the archive, which then contains only a list of them. */
export interface ObjectKeeper {
  /**
   * Stores an object.
   * @returns the object's size, or null if it was removed since it was listed
   */
  keep(object: ListedObject): Promise<number | null>;
  /** Returns the entry that lists the stored objects. Called once all are stored. */
  contents(): Promise<EntryToWrite>;
}

export interface BackUpOptions {
  readonly databaseUrl: string;
  readonly objects: Pick<ObjectStore, 'list' | 'readStream'>;
  /** Folder with the server's keys and certificates; it may be missing. */
  readonly secretsFolder: string;
  readonly product: string;
  readonly createdAt: Date;
  /** Stores the objects outside the archive; null to store them in the archive. */
  readonly keeper: ObjectKeeper | null;
  /** Called after each object that was added to the backup, with the totals so far. */
  readonly onProgress?: (progress: { readonly objects: number; readonly sizeBytes: number }) => void;
}

/** Number of objects stored at the same time; each is held in memory. */
const KEPT_AT_A_TIME = 4;
/**
 * Maximum number of database copies. Another copy is made if objects that it references disappear during the backup.
 */
const COPIES = 3;

/**
 * Content of a backup, generated while it is read and while the server runs.
 *
 * Objects come first, because they never change and take most of the time. Then follows a copy of the database as of
 * one moment. Last come objects added since the listing, because the copy may reference them. If the copy references
 * objects removed meanwhile, the database is copied again.
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

  /** Generates the archive's entries; can be called only once. */
  async *entries(): AsyncGenerator<EntryToWrite> {
    yield whole(HEADER_NAME, Buffer.from(`${JSON.stringify(this.#header())}\n`));
    yield* iterateFiles(this.#options.secretsFolder, SECRETS_FOLDER);
    yield* this.#newObjects();
    let missingBefore: ReadonlySet<string>;
    do {
      missingBefore = new Set(this.#missing());
      this.#copyNumber += 1;
      yield* this.#database();
      yield* this.#newObjects();
      // Stops if the same objects were missing from an earlier copy too: they were lost before, so another copy
      // wouldn't help.
    } while (this.#copyNumber < COPIES && this.#missing().some((key) => !missingBefore.has(key)));
    if (this.#options.keeper !== null) yield await this.#options.keeper.contents();
  }

  /** Content of the manifest, available once all entries were read. */
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
      // Ends the copy's transaction when the consumer stops early.
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

  /**
   * Reads an object as an entry. Returns null for an object that was removed since it was listed, or that is truncated.
   */
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

/**
 * Yields the small files in a folder and its subfolders as entries. Skips names with a leading dot, because those
 * files are still being written.
 */
async function* iterateFiles(folder: string, prefix: string): AsyncGenerator<EntryToWrite> {
  const folderEntries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  for (const entry of folderEntries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* iterateFiles(path, `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield whole(`${prefix}${entry.name}`, await readFile(path));
  }
}
