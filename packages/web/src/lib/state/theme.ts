import { STORAGE_KEYS } from './storage-keys.ts';
import { readStored } from './storage.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const DARK_QUERY = '(prefers-color-scheme: dark)';

/** The visitor's choice; 'system' until they choose. */
export function readThemeChoice(): ThemeChoice {
  const stored = readStored(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
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
