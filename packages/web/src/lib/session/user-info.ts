import { LANGUAGE } from '@packshot/contract/text/interface-language';
import type { CurrentUser } from '@packshot/contract/accounts/session';
import { call } from '../api/api-client.ts';
import { useGlobalState } from '../state/global-state.ts';
import { storeUser } from './session-store.ts';

/**
 * Reads the current user from the server and stores the data.
 * @returns null after a failed request
 */
export async function refreshUserInfo(): Promise<CurrentUser | null> {
  try {
    const { data } = await call('getUserDetails');
    if (await storeUser(data)) useGlobalState.setState({ isEmailVerified: isConfirmed(data) });
    // Stores the language on the server, so that mails use the language in which the user last used the app.
    if (!data.user.is_guest && data.language !== LANGUAGE)
      await call('updateUserDetails', { body: { language: LANGUAGE } });
    return data;
  } catch (error) {
    console.warn('Who is signed in could not be read.', error);
    return null;
  }
}

/** Whether the email address is confirmed; null without one: for a guest, or a marketplace user. */
const isConfirmed = ({ user, is_email_verified }: CurrentUser): boolean | null =>
  user.is_guest || user.email === null ? null : is_email_verified;
