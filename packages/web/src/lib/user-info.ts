import type { CurrentUser } from '@packshot/contract/session';
import { call } from './api-client.ts';
import { useGlobalState } from './global-state.ts';
import { saveUser } from './session.ts';

/** Reads who is signed in and stores it. @returns null when it cannot be read; what was stored stays */
export async function refreshUserInfo(): Promise<CurrentUser | null> {
  try {
    const { data } = await call('getUserDetails');
    saveUser(data);
    useGlobalState.setState({ isEmailVerified: data.user.is_guest ? null : data.is_email_verified });
    return data;
  } catch (error) {
    console.warn('Who is signed in could not be read.', error);
    return null;
  }
}
