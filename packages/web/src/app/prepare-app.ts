import { SIGN_IN_FAILED } from '@packshot/contract/routes';
import { setNavigator } from '../lib/navigation.ts';
import { applyTheme, followSystemTheme } from '../lib/theme.ts';
import { applyTrackingParameter } from '../lib/tracking-mode.ts';
import { reportUnexpectedErrors } from './unexpected-errors.ts';

/**
 * Runs before anything is drawn: reports uncaught errors and a failed sign-in through another site, applies
 * the address's tracking parameter and the theme, and lets code outside components navigate.
 * @param goTo shows the page at a path of this site
 */
export function prepareApp(goTo: (path: string) => void): void {
  reportUnexpectedErrors();
  applyTrackingParameter();
  if (location.hash.includes(SIGN_IN_FAILED))
    void import('../lib/arrival-failure.ts').then(({ showArrivalFailure }) => showArrivalFailure());
  applyTheme();
  followSystemTheme();
  setNavigator(goTo);
}
