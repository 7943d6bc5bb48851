/** What a person does with the words that were found for a picture. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { DescriptionLanguage } from '@packshot/contract/tools/languages';
import type { StudioContext } from '../../state/studio-context.ts';
import { currentDescription, describePicture, editSettings, nameProduct } from '../../model/edits.ts';

export type DescriptionActions = ReturnType<typeof createDescriptionActions>;

export function createDescriptionActions({ services, store, change }: StudioContext) {
  const toClipboard = async (text: string, done: string): Promise<void> => {
    try {
      await services.copyText(text);
      services.notify('success', done);
    } catch (error) {
      console.warn('The browser did not copy.', error);
      services.notify('error', OWN_MESSAGES.textCopyFailed);
    }
  };
  return {
    /** Words of one's own in place of what was said of the current picture. */
    set: (text: string): void =>
      change((document, nowMs) => describePicture(document, document.edits.currentId, text, nowMs)),
    /** Takes them to the clipboard, and says whether it worked. */
    copy: (): Promise<void> => {
      const { document } = store.getState();
      const text = (document && currentDescription(document)) ?? '';
      return toClipboard(text, OWN_MESSAGES.descriptionCopied);
    },
    /** Takes one of the texts for a shop to the clipboard, and says whether it worked. */
    copyText: (text: string): Promise<void> => toClipboard(text, OWN_MESSAGES.textCopied),
    /** In which a shop's texts are shown. */
    setLanguage: (language: DescriptionLanguage): void =>
      change((document, nowMs) => editSettings(document, 'language', nowMs, { language })),
    /** Says what the product is called. */
    setName: (name: string): void => change((document, nowMs) => nameProduct(document, name, nowMs)),
  };
}
