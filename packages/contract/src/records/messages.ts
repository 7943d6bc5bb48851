import { messages, t } from '../text/translation.ts';

export const RECORD_MESSAGES = messages({
  outputMissing: 'This record’s picture wasn’t uploaded. Please save it again.',
  recordDeleted: 'Removed from your history.',
  recordRestored: 'Restored to your history.',
  recordRestoreFailed: 'This was deleted too long ago to restore.',
  settingsReused: 'Settings restored.',
  settingsWait: 'Settings restored. Choose a photo to use them with.',
  archiveStarted: 'Your ZIP is on its way.',
  exportStarted: 'Your data is on its way. Large accounts take a while.',
  archiveExpired: 'This link has expired. Please request the file again.',
  recordNameTooLong: 'Please use at most 120 characters.',
});

export const recordsDeleted = (count: number): string =>
  count === 1 ? RECORD_MESSAGES.recordDeleted : t('{count} pictures removed from your history.', { count });
