import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import { readCurrentUser } from './current-user.ts';

const PREFIX = 'packshot-studio';

/**
 * The browser's database of one user's work. Each user has their own: whoever signs in after somebody else sees
 * nothing of theirs, and a guest who registers keeps the user id and so the work.
 */
export const studioDatabaseName = (userId: string | null): string => `${PREFIX}:${userId ?? 'nobody'}`;

/** The one of who is signed in now, a guest too. */
export const ownStudioDatabaseName = (): string => studioDatabaseName(readCurrentUser()?.id ?? null);

/**
 * Its stores. What a document is, only the studio knows; here it is something with an owner.
 *   documents  id → document
 *   blobs      `${id}/${slot}` → pictures of the document
 *   state      'current' → id of the document that is open; 'batch' → the batch, as JSON, whose pictures are blobs too
 */
export interface StudioDatabase extends DBSchema {
  documents: { key: string; value: unknown };
  blobs: { key: string; value: Blob };
  state: { key: string; value: string | null };
}

/** @param onClosed another page wants it changed or gone, and it was closed for that */
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
      // Another tab has a newer page that wants to change the stores, or its user signs out: it must not wait for
      // this one.
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed();
    },
  });

/**
 * Makes a guest's documents those of the account they have signed in to; the server has done the same with what it
 * keeps. One that was open is open again.
 * @param keys 'of-another' when the server has not: the studio then makes anew what it had stored there
 * @returns true when there were any
 */
export async function handOverStudioDatabase(
  guestId: string,
  userId: string,
  keys: 'come-along' | 'of-another' = 'come-along',
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
      const owner = keys === 'come-along' ? { ownerId: userId } : {};
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

/** Removes a user's work from this browser. Pages that have it open are told, and let go of it. */
export function deleteStudioDatabase(userId: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return Promise.resolve();
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(studioDatabaseName(userId));
    // A page that holds on, or a browser that refuses, must not keep anybody signed in: the name is nobody else's.
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve());
  });
}

/** What lies open in the studio of this browser. */
export interface OpenWork {
  /** Null where none was kept. */
  readonly thumbnail: Blob | null;
}

/** @returns the document that the Create page would show, or null when it would begin empty */
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
