/** What the page's file pickers offer: more than the studio takes, because results come in these formats, too. */
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
