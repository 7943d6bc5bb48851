import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import { readCurrentUser } from '../session/current-user.ts';

const PREFIX = 'packshot-studio';

/**
 * The browser database with one user's work. Each user has their own, so nobody sees the work of a previous
 * user; a guest who registers keeps the user id and with it the work.
 */
const studioDatabaseName = (userId: string | null): string => `${PREFIX}:${userId ?? 'nobody'}`;

/** The database of the current user or guest. */
export const ownStudioDatabaseName = (): string => studioDatabaseName(readCurrentUser()?.id ?? null);

/**
 * The stores. Only the studio knows what a document contains; here it is an object with an owner.
 * documents id → document
 * blobs `${id}/${slot}` → pictures of the document
 * state 'current' → id of the open document; 'batch' → the batch as JSON, whose pictures are blobs too
 */
export interface StudioDatabase extends DBSchema {
  documents: { key: string; value: unknown };
  blobs: { key: string; value: Blob };
  state: { key: string; value: string | null };
}

/**
 * @param onClosed called when the database was closed: by the browser, or because another page needs to upgrade or delete it
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
      // A newer page in another tab wants to change the stores, or its user signs out: it must not wait for
      // this one.
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed();
    },
    terminated: onClosed,
  });

/**
 * Moves a guest's documents to the account that they signed in to; the server has done the same with its
 * copy. The open document stays open.
 * @param objects 'left-behind' when the server has not moved its copy: the studio then uploads again what it
 * had stored there
 * @returns true when there were any
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

/** Removes a user's work from this browser. Pages that have it open are notified and close it. */
export function deleteStudioDatabase(userId: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return Promise.resolve();
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(studioDatabaseName(userId));
    // A page that does not close it, or a browser that refuses, must not block the sign-out; nobody else uses
    // this name.
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve());
  });
}

/** The work that is open in this browser's studio. */
export interface OpenWork {
  /** Null when none was stored. */
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

/** What of a document tells its pictures; the studio knows the rest. */
interface DocumentWithResults {
  readonly results?: readonly ResultWithInput[];
}
export interface ResultWithInput {
  readonly id?: unknown;
  /** What it was made from. */
  readonly inputId?: unknown;
  readonly view?: unknown;
}

interface OpenPicture {
  readonly blob: Blob;
  /** How its product was seen, as it was read when it was cut out; undefined: not known. */
  readonly view: unknown;
}

/** @returns what the work that is open in this browser's studio has made and the browser has kept, newest first */
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
      if (blob) yield { blob, view: viewOf(result, results) };
    }
  } finally {
    database.close();
  }
}

/** Its own, or that of what it was made from: inputs are older than what was made of them. */
export function viewOf(result: ResultWithInput, results: readonly ResultWithInput[]): unknown {
  const older = results.slice(0, results.indexOf(result));
  const input = older.find(({ id }) => id === result.inputId);
  return result.view ?? (input && viewOf(input, older));
}
