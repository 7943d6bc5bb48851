/** Folder of all pictures that were uploaded for History records. */
export const RECORDS_FOLDER = 'records/';

/** Folders of the object store. Each user's objects are in a subfolder named after the user's id. */
export const USERS_FOLDERS = ['uploads/', 'results/', RECORDS_FOLDER] as const;

export const listUserFolders = (userId: string): readonly string[] =>
  USERS_FOLDERS.map((folder) => `${folder}${userId}/`);

/** Returns the owner of an object, read from its key; undefined for a key outside these folders. */
export function getOwner(key: string): string | undefined {
  const folder = USERS_FOLDERS.find((each) => key.startsWith(each));
  const [owner] = folder === undefined ? [] : key.slice(folder.length).split('/', 1);
  return owner !== undefined && USER_ID.test(owner) ? owner : undefined;
}

const USER_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
