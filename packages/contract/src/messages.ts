import { messages, t } from './text/translation.ts';
import { SHELL_MESSAGES } from './shell-messages.ts';

export { MESSAGES } from './fixed-messages.ts';
export { fileNotSupported, onlyFirstPhotoUsed } from './shell-messages.ts';

const SECONDS_PER_MINUTE = 60;

/** Message for a client that has to wait: in seconds below one minute, else in minutes. */
export function tooManyRequestsFor(retryAfterS: number): string {
  const seconds = Math.ceil(retryAfterS);
  const isShort = seconds < SECONDS_PER_MINUTE;
  if (isShort)
    return t('Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.', {
      seconds,
    });
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  return t('Too many requests. Please try again in {minutes, plural, one {# minute} other {# minutes}}.', {
    minutes,
  });
}

/** Duration in words: seconds in steps of five, or minutes. */
function inWords(duration: number): string {
  const seconds = Math.ceil(duration / 5) * 5;
  if (seconds < SECONDS_PER_MINUTE) return t('{seconds} seconds', { seconds });
  const minutes = Math.round(seconds / SECONDS_PER_MINUTE);
  return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes });
}

/**
 * Sentence that follows `queueTooLong`.
 * @param waitS seconds until the work would start
 */
export const queueTooLongFor = (waitS: number, retryAfterS: number): string =>
  t('Yours would start in about {wait}. Please try again in {pause}.', {
    wait: inWords(waitS),
    pause: inWords(retryAfterS),
  });

/**
 * Message shown while a task waits.
 * @param place 1 for the next task
 * @param waitS null before the first measurement
 */
export function waitingInLine(place: number, waitS: number | null): string {
  const ahead = place - 1;
  if (waitS === null || waitS < 5)
    return ahead === 0 ? t('Next in line') : t('Waiting: {ahead} ahead of you', { ahead });
  const wait = inWords(waitS);
  return ahead === 0
    ? t('Next in line, about {wait}', { wait })
    : t('Waiting: {ahead} ahead of you, about {wait}', { ahead, wait });
}

/** Messages for everything else: one plain sentence that says what happened and, if it helps, what to do. */
export const OWN_MESSAGES = messages({
  ...SHELL_MESSAGES,
  unstorableText: 'This contains characters that can’t be stored. Please remove them.',
  emptyFile: 'This file is empty. Please choose another photo.',
  unsupportedImage: 'This file is not a PNG, JPG, HEIC, WebP or AVIF picture.',
  tooLargeBytes: 'This photo is larger than 25 MB. Please choose a smaller one.',
  tooManyPixels:
    'This photo has more than 50 megapixels or a side longer than 16,384 pixels. Please set the camera to 50 megapixels or less, or save a smaller copy.',
  tooSmall: 'This photo is too small. Please choose a larger one.',
  corruptImage: 'This photo is damaged and cannot be read. Please choose another one.',
  unsupportedBitDepth: 'This JPEG stores 12 bits per color, which can’t be read here. Save it with 8 bits.',
  unsupportedCoding:
    'This photo is compressed in a way that can’t be read here. Save it as a standard JPEG, PNG or WebP.',
  decodeTimeout: 'This photo takes too long to read. Please choose another one.',
  indecentImage:
    'This looks like adult content, which we don’t accept. Nothing was charged. Please choose another photo.',
  noSubject: 'We couldn’t find a product in this photo. Try one where it stands out from its background.',
  emptyMask: 'First, draw over the part you want to change.',
  nothingLeft: 'This would remove the whole product. Please restore some of it.',
  nothingFound:
    'That area is already part of the cut-out, or no object was found in it. Draw more closely around an object, or use the brush.',
  fullMask: 'Leave some of the photo uncovered: what you remove is filled in from its surroundings.',
  maskMismatch: 'This mask doesn’t match this photo. Please draw it again.',
  magicPromptNotUnderstood:
    'We can remove what you drew over, color it ("make it navy blue"), brighten, darken, blur, sharpen, make it warmer, cooler, more or less saturated or black and white, and clean up a white background. Please ask for one of these.',
  scenePromptEmpty: 'Describe a scene in a few words, or choose one.',
  wordsNotShown:
    'No scene shows any of this. Choose one of the closest matches, or describe it in other words. Nothing was charged.',
  scenePromptTooLong: 'Please describe the scene in at most 500 characters.',
  productNameTooLong: 'Please use at most 80 characters for the product’s name.',
  magicPromptTooLong: 'Please describe the change in at most 300 characters.',
  productNeeded: 'Choose a photo of your product first.',
  referenceNeeded: 'Choose a scene or upload a reference picture first.',
  referenceNotFound: 'This scene is no longer available. Please choose another one.',
  placementOutside: 'The product would be outside the picture. Please move it back in.',
  productsTooLarge:
    'The products are too large together for a picture of this size. Please make them smaller, or choose a smaller size.',
  productHidden:
    'A changed scene has to show each of its products. Move or enlarge the one that can hardly be seen.',
  besideNotCutOut:
    'A product beside the first one has to be a cut-out. Cut it out first, then add it to the scene again.',
  besideUnreadable: 'A product beside the first one is damaged or empty. Remove it from the scene.',
  lookGone:
    'This look belongs to a scene that has changed or no longer exists. Please choose a scene again. Nothing was charged.',
  viewNotInLook:
    'This product was shot from a different angle than this look. Create its scene without the look. Nothing was charged.',
  upscaleTooLarge:
    'The enlarged photo would exceed 6,000 pixels on its longer side. Choose a smaller factor or photo.',
  upscaleTooSlow:
    'Detailed upscaling takes too long for photos of more than 4 megapixels. Please choose Faithful, or a smaller photo.',
  uploadTooLargeForProxy:
    'This photo is larger than this site’s proxy allows. Choose a smaller one, or tell the site’s operator.',
  uploadInterrupted: 'The upload was interrupted. Check your connection and try again.',
  uploadExpired: 'This upload took too long and has expired. Please try again.',
  uploadForbidden: 'This upload’s link isn’t valid or was already used. Choose the photo again.',
  uploadNotFound: 'We can’t find this photo. Please upload it again.',
  taskNotFound: 'We can’t find this task.',
  notFound: 'Not found.',
  badRequest: 'This request is not valid.',
  forbidden: 'You are not allowed to do this.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  idempotencyConflict:
    'This Idempotency-Key was already used for a request with different content. Use a new one.',
  storageFull: 'The server has no space left. Please try again later.',
  storageQuota: 'Your storage is full. Delete pictures from your history, then try again.',
  guestStorageQuota: 'You have reached the storage limit for guests. Sign up for free to continue.',
  queueTooLong: 'Too many pictures are waiting right now. Nothing was charged.',
  guestQueueFull: 'Many guests are waiting right now. Try again in a minute, or sign in.',
  canceled: 'Canceled. Nothing was charged.',
  canceledRest: 'Canceled. Finished pictures are kept.',
  timedOut: 'This took too long and was stopped. Nothing was charged.',
  tooHeavy:
    'This photo needs more time or memory than one job can use. Please try a smaller one. Nothing was charged.',
  applyingMagic: 'Editing the marked area',
  enlarging: 'Upscaling',
  refining: 'Applying your corrections',
  cropFailed: 'This browser couldn’t crop the picture. Please try again, or use a smaller photo.',
  noProductToTrim: 'Remove the background first, so we know where your product is.',
  harmonizing: 'Matching the light',
  describing: 'Analyzing your product',
  composingScene: 'Setting the scene',
  builtInEngine: 'Built-in engine',
  preparingEngine: 'Preparing the engine (first use only)',
  imageCopied: 'Picture copied without Content Credentials, which only saved files have.',
  imageDownloaded: 'Picture saved.',
  descriptionCopied: 'Description copied.',
  textCopied: 'Text copied.',
  textCopyFailed: 'This browser did not let us copy the text. Please select and copy it.',
  compositeFailed: 'This browser couldn’t compose the picture. Please try a smaller size.',
  downloadNeeded: 'Download this picture once; after that, its other formats and layers are free.',
  avifTooLarge: 'AVIF files can have at most 16 megapixels. Choose a smaller size, or WebP.',
  fileNotRecognized: 'This file doesn’t match the pictures that it’s declared to be made from.',
  wronglyDrawn:
    'This browser rendered the file incorrectly, so it wasn’t saved and no download was used. Try another browser.',
  pictureNotDrawn:
    'This device can’t render a picture of this size. No download was used. Choose a smaller size, or use another device.',
  canvasProtected:
    'This browser keeps pictures from being read, so Packshot renders them itself. Files are correct, but take longer.',
  savedUnsigned: 'Saved without Content Credentials, which couldn’t be added this time.',
  zipUnsigned: 'Pictures saved as a ZIP. Content Credentials couldn’t be added to some of them this time.',
  writingFile: 'Writing the file',
  takingApart: 'Separating the layers',
  batchOpen: 'A batch is open. Download its pictures or discard them first.',
  batchFull: 'A batch can have at most 50 photos. The others were skipped.',
  batchCanceled: 'Canceled. Finished pictures are kept. The rest was not charged.',
  zipDownloaded: 'Pictures saved as a ZIP.',
  formatNotWritable: 'This browser cannot write this format. Please choose another one.',
  copyFailed: 'This browser did not let us copy the picture. Please download it instead.',
  copyFailedPaid:
    'This browser did not let us copy the picture. Downloading it is free from now on: it’s already paid for.',
  pictureNotOpened: 'This picture could not be opened here. Check your connection and try again.',
  paidNotSaved: 'The picture wasn’t saved. Downloading it again is free: it’s already paid for.',
  batchFilesGone:
    'Some of these pictures are no longer in this browser and were skipped. They weren’t charged.',
  autosaveFailed: 'This browser could not save your work. Download what you want to keep.',
  changedInOtherTab:
    'This picture was changed in another tab. Your work here continues as a copy; both are in your recent photos.',
  openInOtherTab:
    'This picture is being edited in another tab. Your changes here are saved as a separate copy.',
  deletedInOtherTab: 'This picture was deleted in another tab.',
  writtenAnew: 'This browser’s saved work was deleted. The open picture was saved again.',
  fileChanged: 'This file changed or can no longer be read. Choose it again.',
  documentUnreadable: 'This photo is no longer in this browser. Please choose it again.',
});
