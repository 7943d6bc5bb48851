import { readCurrentUser } from './current-user.ts';

const PREFIX = 'packshot-studio';

/**
 * The browser's database of one user's work. Each user has their own: whoever signs in after somebody else sees
 * nothing of theirs, and a guest who registers keeps the user id and so the work.
 */
export const studioDatabaseName = (userId: string | null): string => `${PREFIX}:${userId ?? 'nobody'}`;

/** The one of who is signed in now, a guest too. */
export const ownStudioDatabaseName = (): string => studioDatabaseName(readCurrentUser()?.id ?? null);

/** Removes a user's work from this browser. Pages that have it open are told, and let go of it. */
export function deleteStudioDatabase(userId: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return Promise.resolve();
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(studioDatabaseName(userId));
    // A page that holds on, or a browser that refuses, must not keep anybody signed in: the name is nobody else's.
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve());
  });
}
