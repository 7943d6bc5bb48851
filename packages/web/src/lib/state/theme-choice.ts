import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from './storage-keys.ts';
import { removeStored, writeStored } from './storage.ts';
import { applyTheme, readThemeChoice } from './theme.ts';
import type { ThemeChoice } from './theme.ts';

export const THEME_CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const listeners = new Set<() => void>();

/** Applies and stores the user's choice of a theme, and notifies the components that show it. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') removeStored(STORAGE_KEYS.theme);
  else writeStored(STORAGE_KEYS.theme, choice);
  applyTheme();
  for (const listener of listeners) listener();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readThemeChoice);
}
