import { PRODUCT_NAME_MAX_LENGTH } from '@packshot/contract/tools/limits';

/** Length in characters to which a file name is cut before it is analyzed. */
const LONGEST_FILE_NAME = 255;
/**
 * Words that aren't part of a product's name: cameras, phones, messengers and programs use them in file names, and
 * people add them when editing.
 */
const NOT_A_NAME = new Set(
  (
    'img image images dsc dscn dscf dcim pxl mvimg pano burst photo photos foto fotos picture pic pics bild bilder scan screenshot ' +
    'bildschirmfoto screen shot capture whatsapp signal telegram snapchat facebook instagram download downloads unnamed untitled ' +
    'file copy kopie copie copia final edited edit bearbeitet new neu old version draft test sample cutout cut out nobg bg background ' +
    'removebg transparent preview resized scaled large small medium thumb thumbnail original orig max min web hd uhd export result ' +
    'jpg jpeg png heic webp avif'
  ).split(' '),
);
/** Matches a word of letters only; together with `VOWEL` it excludes numbers and codes. */
const WORD = /^[\p{L}'’]+$/u;
const VOWEL = /[aeiouyàáâäåæèéêëìíîïòóôöøœùúûü]/iu;
const OTHER_SCRIPT = /[^\p{Script=Latin}'’]/u;
/** Length of the shortest word in Latin letters that can be a name by itself. */
const TELLING_FROM = 3;

/** Product name in a file name: "camp-mug_2.jpg" becomes "Camp mug"; "IMG_2041.jpg" contains none. */
export function nameInFile(fileName: string): string {
  const stem = fileName
    .slice(0, LONGEST_FILE_NAME)
    .replace(/\.\w{2,5}$/, '')
    .normalize('NFC');
  const words = stem
    .split(/[\s_.,()[\]+~=-]+/u)
    .filter(isTelling)
    // Splits "CampMug" before the second capital letter.
    .flatMap((word) => word.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(' '))
    .filter(isTelling);
  // Drops short first words, such as a user's prefix in "ob_mug" or "un_mug".
  while (words.length > 1 && (words[0] ?? '').length < TELLING_FROM) words.shift();
  if (!words.some((word) => word.length >= TELLING_FROM || OTHER_SCRIPT.test(word))) return '';
  const name = words.join(' ').slice(0, PRODUCT_NAME_MAX_LENGTH).trim();
  const isShouted = name.length > TELLING_FROM && name === name.toUpperCase();
  const readableName = isShouted ? name.toLowerCase() : name;
  return readableName.charAt(0).toUpperCase() + readableName.slice(1);
}

const isTelling = (word: string): boolean =>
  WORD.test(word) && (VOWEL.test(word) || OTHER_SCRIPT.test(word)) && !NOT_A_NAME.has(word.toLowerCase());
