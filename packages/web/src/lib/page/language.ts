import { LANGUAGE_COOKIE } from '@packshot/contract/text/interface-languages';
import type { InterfaceLanguage } from '@packshot/contract/text/interface-languages';

const ONE_YEAR_S = 365 * 24 * 3600;

/**
 * Reloads the page in another language. Each script contains only one language, so a cookie tells the server the
 * choice before it sends the page.
 */
export function chooseLanguage(language: InterfaceLanguage): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${ONE_YEAR_S}; samesite=lax${secure}`;
  location.reload();
}
