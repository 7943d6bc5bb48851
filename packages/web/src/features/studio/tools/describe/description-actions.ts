/** What a person does with the words that were found for a picture. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { StudioContext } from '../../state/studio-context.ts';
import { currentDescription, describePicture } from '../../model/edits.ts';

export interface DescriptionActions {
  /** Words of one's own in place of what was said of the current picture. */
  set(text: string): void;
  /** Takes them to the clipboard, and says whether it worked. */
  copy(): Promise<void>;
}

export function createDescriptionActions({ services, store, change }: StudioContext): DescriptionActions {
  return {
    set: (text) =>
      change((document, nowMs) => describePicture(document, document.edits.currentId, text, nowMs)),
    copy: async () => {
      const { document } = store.getState();
      try {
        await services.copyText((document && currentDescription(document)) ?? '');
        services.notify('success', OWN_MESSAGES.descriptionCopied);
      } catch (error) {
        console.warn('The browser did not copy.', error);
        services.notify('error', OWN_MESSAGES.textCopyFailed);
      }
    },
  };
}
