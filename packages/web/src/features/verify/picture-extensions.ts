/** Extensions for the page's file dialogs: more than the studio accepts, because results have more formats. */
export const PICTURE_EXTENSIONS = [
  '.png',
  '.jpg',
  '.jpeg',
  '.webp',
  '.avif',
  '.heic',
  '.heif',
  '.psd',
] as const;
