import { STORAGE_KEYS } from './storage-keys.ts';
import { readStored } from './storage.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const DARK_QUERY = '(prefers-color-scheme: dark)';

/** The visitor's choice of a theme; 'system' until there is one. */
export function readThemeChoice(): ThemeChoice {
  const stored = readStored(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Sets the current theme on the page. A script in the page's head has done the same before the first paint. */
export function applyTheme(): void {
  const choice = readThemeChoice();
  const systemTheme = matchMedia(DARK_QUERY).matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = choice === 'system' ? systemTheme : choice;
}

/**
 * Changes the theme with the system's while the visitor's choice is 'system'.
 * @returns a function that stops following
 */
export function followSystemTheme(): () => void {
  const query = matchMedia(DARK_QUERY);
  query.addEventListener('change', applyTheme);
  return () => query.removeEventListener('change', applyTheme);
}
