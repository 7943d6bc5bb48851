/** The folder of all pictures that were uploaded into records. */
export const RECORDS_FOLDER = 'records/';

/** All objects are stored in these folders, in a subfolder named after the user's id. */
export const USERS_FOLDERS = ['uploads/', 'results/', RECORDS_FOLDER] as const;

/** The folders of a user's objects. */
export const listUserFolders = (userId: string): readonly string[] =>
  USERS_FOLDERS.map((folder) => `${folder}${userId}/`);

/** Owner of an object, from its key; undefined for a foreign key. */
export function getOwner(key: string): string | undefined {
  const folder = USERS_FOLDERS.find((each) => key.startsWith(each));
  const [owner] = folder === undefined ? [] : key.slice(folder.length).split('/', 1);
  return owner !== undefined && USER_ID.test(owner) ? owner : undefined;
}

const USER_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
