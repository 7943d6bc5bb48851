/** User actions for a picture's description. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { DescriptionLanguage } from '@packshot/contract/tools/languages';
import type { StudioContext } from '../../state/studio-context.ts';
import { currentDescription, describePicture, editSettings, nameProduct } from '../../model/edits.ts';

export type DescriptionActions = ReturnType<typeof createDescriptionActions>;

export function createDescriptionActions({ services, store, change }: StudioContext) {
  const toClipboard = async (text: string, successMessage: string): Promise<void> => {
    try {
      await services.copyText(text);
      services.notify('success', successMessage);
    } catch (error) {
      console.warn('The browser did not copy.', error);
      services.notify('error', OWN_MESSAGES.textCopyFailed);
    }
  };
  return {
    /** Replaces the current picture's description by the user's text. */
    set: (text: string): void =>
      change((document, nowMs) => describePicture(document, document.edits.currentId, text, nowMs)),
    /** Copies the description to the clipboard and reports the outcome. */
    copy: (): Promise<void> => {
      const { document } = store.getState();
      const text = (document && currentDescription(document)) ?? '';
      return toClipboard(text, OWN_MESSAGES.descriptionCopied);
    },
    /** Copies a shop text to the clipboard and reports the outcome. */
    copyText: (text: string): Promise<void> => toClipboard(text, OWN_MESSAGES.textCopied),
    /** Sets the language of the shop texts. */
    setLanguage: (language: DescriptionLanguage): void =>
      change((document, nowMs) => editSettings(document, 'language', nowMs, { language })),
    /** Sets the product name. */
    setName: (name: string): void => change((document, nowMs) => nameProduct(document, name, nowMs)),
  };
}
