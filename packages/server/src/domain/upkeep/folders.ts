import { RECORDS_FOLDER } from '../records/model.ts';

/** Everything in the store lies in one of these, each user's in a folder of the name of their id. */
export const USERS_FOLDERS = ['uploads/', 'results/', RECORDS_FOLDER] as const;

/** Where a user's objects lie: every key of theirs begins with one of these. */
export const foldersOf = (userId: string): readonly string[] =>
  USERS_FOLDERS.map((folder) => `${folder}${userId}/`);

/** Whose an object is by its key; undefined for what is none of ours. */
export function ownerOf(key: string): string | undefined {
  const folder = USERS_FOLDERS.find((each) => key.startsWith(each));
  const [owner] = folder === undefined ? [] : key.slice(folder.length).split('/', 1);
  return owner !== undefined && USER_ID.test(owner) ? owner : undefined;
}

const USER_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
