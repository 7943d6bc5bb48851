import { SIGN_IN_FAILED } from '@packshot/contract/routes';
import { setNavigator } from '../lib/navigation.ts';
import { applyTheme, followSystemTheme } from '../lib/theme.ts';
import { applyTrackingParameter } from '../lib/tracking-mode.ts';
import { reportUnexpectedErrors } from './unexpected-errors.ts';

/**
 * What has to be in place before anything is drawn: errors that nobody catches are told, and so is a sign-in by
 * another site that failed; the address's tracking parameter and the theme are in force, and code outside of components can go to other pages.
 * @param goTo shows the page of a path of this site
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
