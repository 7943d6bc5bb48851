import { editsBetween } from '@packshot/contract/text/nearest';
import { CONFIG_KEYS, SECRET_KEYS } from './keys.ts';

const MAX_EDITS = 2;
const SETTINGS = [...Object.keys(CONFIG_KEYS), ...SECRET_KEYS.map((key) => `${key}_FILE`)];

/**
 * Names of environment variables that look like misspelled settings, each with the setting that it resembles. Names
 * without an underscore are ignored, because systems and shells set many of them.
 */
export function misspelledSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly name: string; readonly meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (!name.includes('_') || SETTINGS.includes(name)) return [];
    const meant = SETTINGS.find(
      // Compares the lengths first, which takes far less time.
      (setting) =>
        Math.abs(setting.length - name.length) <= MAX_EDITS && editsBetween(name, setting) <= MAX_EDITS,
    );
    return meant === undefined ? [] : [{ name, meant }];
  });
}
