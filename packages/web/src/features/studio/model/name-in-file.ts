/** What a photo's file is called, where that reads like the name of a product. */
import { PRODUCT_NAME_MAX_LENGTH } from '@packshot/contract/tools/limits';

/** Longer names are no longer read: no file system allows them. */
const LONGEST_FILE_NAME = 255;
/** What cameras, phones, messengers and programs call a picture, and what people add when they work on one. */
const NOT_A_NAME = new Set(
  (
    'img image images dsc dscn dscf dcim pxl mvimg pano burst photo photos foto fotos picture pic pics bild bilder scan screenshot ' +
    'bildschirmfoto screen shot capture whatsapp signal telegram snapchat facebook instagram download downloads unnamed untitled ' +
    'file copy kopie copie copia final edited edit bearbeitet new neu old version draft test sample cutout cut out nobg bg background ' +
    'removebg transparent preview resized scaled large small medium thumb thumbnail original orig max min web hd uhd export result ' +
    'jpg jpeg png heic webp avif'
  ).split(' '),
);
/** Letters alone, one of them a vowel: neither a number nor a code. */
const WORD = /^[\p{L}'’]+$/u;
const VOWEL = /[aeiouyàáâäåæèéêëìíîïòóôöøœùúûü]/iu;
const OTHER_SCRIPT = /[^\p{Script=Latin}'’]/u;
/** A name has a word of at least so many letters. */
const TELLING_FROM = 3;

/** "camp-mug_2.jpg" is "Camp mug"; "IMG_2041.jpg" is no name. */
export function nameInFile(fileName: string): string {
  const stem = fileName
    .slice(0, LONGEST_FILE_NAME)
    .replace(/\.\w{2,5}$/, '')
    .normalize('NFC');
  const words = stem
    .split(/[\s_.,()[\]+~=-]+/u)
    .filter(isTelling)
    // "CampMug": a capital begins a word.
    .flatMap((word) => word.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(' '))
    .filter(isTelling);
  // What is left of "ob_mug" or "un_mug" is a mark of one's own.
  while (words.length > 1 && (words[0] ?? '').length < TELLING_FROM) words.shift();
  if (!words.some((word) => word.length >= TELLING_FROM || OTHER_SCRIPT.test(word))) return '';
  const name = words.join(' ').slice(0, PRODUCT_NAME_MAX_LENGTH).trim();
  const isShouted = name.length > TELLING_FROM && name === name.toUpperCase();
  const said = isShouted ? name.toLowerCase() : name;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const isTelling = (word: string): boolean =>
  WORD.test(word) && (VOWEL.test(word) || OTHER_SCRIPT.test(word)) && !NOT_A_NAME.has(word.toLowerCase());
