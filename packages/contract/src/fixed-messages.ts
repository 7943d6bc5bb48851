import { messages } from './text/translation.ts';

/**
 * Messages that the product shows. They are fixed literally: the curly apostrophe and missing periods are
 * intended. No other code may repeat them.
 */
export const MESSAGES = messages({
  serversBusy: 'Servers are busy right now. Please reload the page and try again.',
  serversBusyUpscale: 'Servers are busy right now. Please try again.',
  unableToVerify: "We're unable to verify you. Kindly proceed by logging in.",
  taskFailed: 'Failed to process your request. Please try again.',
  removeBackgroundFailed: 'Unable to remove background. Please try again',
  upscaleImageMissing: 'Failed to download the image. Please try again.',
  sessionExpired: 'Session expired. Please login again.',
  outOfDownloadCredits:
    'Oops! You’ve run out of download credits. Subscribe your plan to download more images.',
  outOfCredits: "Oh no, you're out of credits! Please upgrade/buy a plan to get more credits.",
  downloadFailed: 'Download failed',
  networkNotOk: 'Network response was not ok',
  blobFetchFailed: 'Unable to fetch the blob',
  imageLoadFailed: 'Failed to load image',
  missingFileUrl: 'Missing file URL.',
  invalidTokenResponse: 'Invalid token response',
  tokenRefreshFailed: 'Token refresh failed',
  removingBackground: 'Removing background',
  processing: 'Processing...',
});
