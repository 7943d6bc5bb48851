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
    set: (text: string): void =>
      change((document, nowMs) => describePicture(document, document.edits.currentId, text, nowMs)),
    /** Copies the description to the clipboard and reports the outcome. */
    copy: (): Promise<void> => {
      const { document } = store.getState();
      const text = (document && currentDescription(document)) ?? '';
      return toClipboard(text, OWN_MESSAGES.descriptionCopied);
    },
    copyText: (text: string): Promise<void> => toClipboard(text, OWN_MESSAGES.textCopied),
    setLanguage: (language: DescriptionLanguage): void =>
      change((document, nowMs) => editSettings(document, 'language', nowMs, { language })),
    setName: (name: string): void => change((document, nowMs) => nameProduct(document, name, nowMs)),
  };
}
