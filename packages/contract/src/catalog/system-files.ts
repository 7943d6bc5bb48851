/** Files that operating systems and programs store next to photos: thumbnails, recycle bins, placeholders. */
import { t } from '../text/translation.ts';
import { splitPath } from './photo-names.ts';

/**
 * Names of folders, in lower case, that systems create for their own files. Folders starting with a dot are covered
 * separately.
 */
const FOLDERS: ReadonlySet<string> = new Set([
  // Folders of Synology and TerraMaster
  '@eadir',
  '@tmp',
  '@sharebin',
  '@sharesnap',
  '@syno',
  '#recycle',
  '#snapshot',
  // Folders of QNAP and ASUSTOR
  '@recycle',
  '@recently-snapshot',
  '@metadata',
  // Folders of Windows
  '$recycle.bin',
  'recycler',
  'system volume information',
  'found.000',
  // Folders of macOS
  '__macosx',
  'network trash folder',
  'temporary items',
  // Folders of Linux and NetApp
  'lost+found',
  '~snapshot',
  // Folders of programs
  'picasaoriginals',
  'node_modules',
]);
/** Endings of folders in which photo programs store catalogs and previews. */
const FOLDER_ENDS = ['.lrdata', '.lrcat-data', '.cocatalog', '.cosessiondb'];
const FILES: ReadonlySet<string> = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  'desktop.ini',
  'autorun.inf',
  'icon\r',
  'desktop db',
  'desktop df',
  'zbthumbnail.info',
]);
/** Endings of files that are cloud placeholders or incomplete downloads. */
const FILE_ENDS = [
  '.icloud',
  '.nextcloud',
  '.owncloud',
  '.part',
  '.partial',
  '.crdownload',
  '.download',
  '.!sync',
  '.!ut',
];
/** Folders with copies made by photo programs: Capture One, and Apple's photo libraries except the originals. */
const PROGRAM_PATHS = [
  /(?:^|\/)captureone\/(?:cache|settings)/,
  /\.(?:photoslibrary|photolibrary|aplibrary)\/(?!originals\/|masters\/)/,
];

export function isSystemFile(path: string): boolean {
  const parts = splitPath(path).map((part) => part.toLowerCase());
  const [name = ''] = parts.slice(-1);
  const whole = parts.join('/');
  return (
    parts.some((part) => part.startsWith('.') || part.startsWith('~syncthing~') || part.startsWith('~$')) ||
    parts
      .slice(0, -1)
      .some((folder) => FOLDERS.has(folder) || FOLDER_ENDS.some((end) => folder.endsWith(end))) ||
    FILES.has(name) ||
    FILE_ENDS.some((end) => name.endsWith(end)) ||
    PROGRAM_PATHS.some((pattern) => pattern.test(whole))
  );
}

export function systemFilesSaid(count: number, first: string): string {
  return t(
    'Skipped: {count, plural, one {# file} other {# files}} created by a system or program, such as {name}.',
    { count, name: first },
  );
}

/** Sentence about empty photo files: their bytes are in a cloud, or a copy was interrupted. */
export function emptyFilesSaid(count: number, first: string): string {
  return t(
    'Skipped: {count, plural, one {# photo is} other {# photos are}} empty, such as {name}. If they’re stored in the cloud, download them and try again.',
    { count, name: first },
  );
}
