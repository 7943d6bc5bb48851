import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import { readCurrentUser } from '../session/current-user.ts';

const PREFIX = 'packshot-studio';

/**
 * Name of a user's browser database. Each user has a separate one, so that users never see each other's work. A guest
 * who registers keeps the same user ID, and therefore the work.
 */
const studioDatabaseName = (userId: string | null): string => `${PREFIX}:${userId ?? 'nobody'}`;

/** Name of the database of the current user or guest. */
export const ownStudioDatabaseName = (): string => studioDatabaseName(readCurrentUser()?.id ?? null);

/**
 * Object stores of the studio's database. Only the studio knows a document's content; in this module it is an object
 * with an owner.
 * - documents: id → document
 * - blobs: `${id}/${slot}` → pictures of the document
 * - state: 'current' → ID of the open document; 'batch' → the batch as JSON, whose pictures are blobs too
 */
export interface StudioDatabase extends DBSchema {
  documents: { key: string; value: unknown };
  blobs: { key: string; value: Blob };
  state: { key: string; value: string | null };
}

/**
 * Opens the database.
 * @param onClosed called when the database was closed: by the browser, or because another page needs to upgrade or
 * delete it
 */
export const openStudioDatabase = (
  name: string,
  onClosed: () => void,
): Promise<IDBPDatabase<StudioDatabase>> =>
  openDB<StudioDatabase>(name, 1, {
    upgrade(database) {
      database.createObjectStore('documents');
      database.createObjectStore('blobs');
      database.createObjectStore('state');
    },
    blocking: (_current, _next, event) => {
      // Closes the database: a newer page upgrades the stores, or a user signs out; neither must wait.
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed();
    },
    terminated: onClosed,
  });

/**
 * Moves a guest's documents to the account that the guest signed in to, like the server does with its data. The open
 * document stays open.
 * @param objects 'left-behind' if the server hasn't moved its copy: the studio then uploads its stored files again
 * @returns true if there were any documents
 */
export async function moveStudioDatabase(
  guestId: string,
  userId: string,
  objects: 'moved' | 'left-behind' = 'moved',
): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false;
  const ignore = () => undefined;
  const from = await openStudioDatabase(studioDatabaseName(guestId), ignore);
  const to = await openStudioDatabase(studioDatabaseName(userId), ignore);
  let isAny = false;
  try {
    for (const id of await from.getAllKeys('documents')) {
      isAny = true;
      const document: unknown = await from.get('documents', id);
      const owner = objects === 'moved' ? { ownerId: userId } : {};
      await to.put('documents', { ...(document as object), ...owner }, id);
    }
    for (const key of await from.getAllKeys('blobs')) {
      const blob = await from.get('blobs', key);
      if (blob !== undefined) await to.put('blobs', blob, key);
    }
    for (const key of ['current', 'batch']) {
      const state = await from.get('state', key);
      if (typeof state === 'string') await to.put('state', state, key);
    }
  } finally {
    from.close();
    to.close();
  }
  await deleteStudioDatabase(guestId);
  return isAny;
}

/** Removes a user's work from this browser. Other pages that have the database open are notified and close it. */
export function deleteStudioDatabase(userId: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return Promise.resolve();
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(studioDatabaseName(userId));
    // Resolves also on `error` and `blocked`: a page that doesn't close the database, or a browser that refuses, must
    // not block the sign-out. Other users' databases have other names.
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve());
  });
}

/** Document that is open in this browser's studio. */
export interface OpenWork {
  /** Thumbnail of the document; null if none was stored. */
  readonly thumbnail: Blob | null;
}

/** @returns the document that the Create page would show, or null when it would start empty */
export async function readOpenWork(): Promise<OpenWork | null> {
  if (!('indexedDB' in globalThis)) return null;
  const database = await openStudioDatabase(ownStudioDatabaseName(), () => undefined);
  try {
    const id = await database.get('state', 'current');
    if (typeof id !== 'string' || (await database.get('documents', id)) === undefined) return null;
    return { thumbnail: (await database.get('blobs', `${id}/thumbnail`)) ?? null };
  } finally {
    database.close();
  }
}

/** Whether this browser has documents or a batch of the current user. */
export async function hasStoredWork(): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false;
  const database = await openStudioDatabase(ownStudioDatabaseName(), () => undefined);
  try {
    return (
      (await database.count('documents')) > 0 || typeof (await database.get('state', 'batch')) === 'string'
    );
  } finally {
    database.close();
  }
}

/** Fields of a document that describe its pictures; the studio defines the rest. */
interface DocumentWithResults {
  readonly results?: readonly ResultWithInput[];
}
export interface ResultWithInput {
  readonly id?: unknown;
  /** ID of the picture from which the result was made. */
  readonly inputId?: unknown;
  readonly view?: unknown;
}

interface OpenPicture {
  readonly blob: Blob;
  /** Camera view of the product, which the engine estimated when cutting it out; undefined if unknown. */
  readonly view: unknown;
}

/** @returns the stored pictures of the document that is open in this browser's studio, newest first */
export async function* readOpenPictures(): AsyncGenerator<OpenPicture> {
  if (!('indexedDB' in globalThis)) return;
  const database = await openStudioDatabase(ownStudioDatabaseName(), () => undefined);
  try {
    const id = await database.get('state', 'current');
    if (typeof id !== 'string') return;
    const document = (await database.get('documents', id)) as DocumentWithResults | undefined;
    const results = document?.results ?? [];
    for (const result of results.toReversed()) {
      const blob = await database.get('blobs', `${id}/${String(result.id)}/full`);
      if (blob) yield { blob, view: findView(result, results) };
    }
  } finally {
    database.close();
  }
}

/** Camera view of a result, or of the nearest picture from which it was made; inputs are always older. */
export function findView(result: ResultWithInput, results: readonly ResultWithInput[]): unknown {
  const older = results.slice(0, results.indexOf(result));
  const input = older.find(({ id }) => id === result.inputId);
  return result.view ?? (input && findView(input, older));
}
