import { create } from 'zustand';
import type { Language } from '@packshot/contract/api/printed-examples';

interface Chosen {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

/** The language in which all examples are shown that have it. */
export const useLanguage = create<Chosen>((set) => ({
  language: 'curl',
  choose: (language) => set({ language }),
}));
