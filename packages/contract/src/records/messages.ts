/** Messages about history and archives. */
export const RECORD_MESSAGES = {
  outputMissing: 'The picture of this record did not arrive. Please save it again.',
  recordDeleted: 'Removed from your history.',
  recordRestored: 'Restored to your history.',
  recordRestoreFailed: 'This is too old to bring back.',
  settingsReused: 'Your settings are back.',
  settingsWait: 'Your settings are back. Choose a photo to use them on.',
  archiveStarted: 'Your ZIP is on its way.',
  exportStarted: 'Your data is on its way. Large accounts take a while.',
  archiveExpired: 'This link has expired. Please ask for the file again.',
  recordNameTooLong: 'Please use at most 120 characters.',
} as const;

/** Message that offers to undo a removal. */
export const recordsDeleted = (count: number): string =>
  count === 1 ? RECORD_MESSAGES.recordDeleted : `${count} pictures removed from your history.`;
