import { STORAGE_KEYS } from './storage-keys.ts';
import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from './storage.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const DARK_QUERY = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

/** The visitor's choice; 'system' until they choose. */
export function readThemeChoice(): ThemeChoice {
  const stored = readStored(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies and stores a choice, and notifies the components that show it. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') removeStored(STORAGE_KEYS.theme);
  else writeStored(STORAGE_KEYS.theme, choice);
  applyTheme();
  for (const listener of listeners) listener();
}

/** Writes the current theme to the page. A script in the head has done the same before the first paint. */
export function applyTheme(): void {
  const choice = readThemeChoice();
  const systemTheme = matchMedia(DARK_QUERY).matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = choice === 'system' ? systemTheme : choice;
}

/**
 * Follows the system while the choice is 'system'.
 * @returns a function that stops following
 */
export function followSystemTheme(): () => void {
  const query = matchMedia(DARK_QUERY);
  query.addEventListener('change', applyTheme);
  return () => query.removeEventListener('change', applyTheme);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readThemeChoice);
}
