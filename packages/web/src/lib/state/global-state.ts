import { hasBilling } from '../page/installation.ts';
import type { CaptchaFrame } from '@packshot/contract/accounts/captcha';
import { STORAGE_KEYS } from './storage-keys.ts';
import { DEFAULT_TAB, isTab } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import type { PlanPrice, SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { create } from 'zustand';
import { readCurrentUser } from '../session/current-user.ts';
import type { StoredUser } from '../session/current-user.ts';
import { readStored } from './storage.ts';
import { hasToken } from '../session/tokens.ts';

export type ToastType = 'success' | 'error' | 'warning';

/**
 * State that the shell and the features share, under agreed names (docs/requirements.md, section 3). In `lib`, because
 * features may not import the app.
 */
export interface GlobalState {
  /** State of the full-screen loading overlay: true, a message, or false. */
  readonly pageLoader: boolean | string;
  readonly showToast: boolean;
  readonly toastMessage: string;
  readonly toastType: ToastType;
  /** Number of toasts so far, so that repeating a sentence shows a new toast. */
  readonly toastId: number;
  /** Message in the error dialog; null while the dialog is closed. */
  readonly errorDialogMessage: string | null;
  readonly captchaFrame: CaptchaFrame | null;
  /** True if there is any token, including a guest's. */
  readonly userLoggedIn: boolean;
  /** Whether the stored user is outdated; the shell then reads the user again. */
  readonly fetchUserInfoAgain: boolean;
  readonly currentUser: StoredUser | null;
  /** Whether the user's email address is confirmed; null until known, and for users without one. */
  readonly isEmailVerified: boolean | null;
  readonly activeTab: Tab;
  /** Address of the result on the stage, or null. While there is one, the Create page has a plain background. */
  readonly finalImageRedux: string | null;
  /** Address of the photo on the stage, or null. While there is one, the Create page has a plain background. */
  readonly contextImage: string | null;
  /** Whether the user canceled the last generation, so that its third image isn't counted. */
  readonly generationCancelled: boolean;
  /** Whether work is waiting for the Create page, which then starts again with this work. */
  readonly loadCreatePageAgain: boolean;
  readonly currentPromptValue: string;
  /** Whether the user is making new scenes from a result, with the prompt in `reImagineText`. */
  readonly reImagine: boolean;
  readonly reImagineText: string;
  readonly currentFreemiumCredits: number;
  readonly currentAvailableDownloadImageCount: number;
  /** Whether the balances above are known; until then they have no meaning. */
  readonly areCreditsKnown: boolean;
  readonly subscriptionDetails: SubscriptionDetails | null;
  readonly subscriptionPrices: readonly PlanPrice[];
}

function storedTab(): Tab {
  const stored = readStored(STORAGE_KEYS.activeTab);
  return isTab(stored) ? stored : DEFAULT_TAB;
}

export const initialGlobalState = (): GlobalState => ({
  pageLoader: false,
  showToast: false,
  toastMessage: '',
  toastType: 'success',
  toastId: 0,
  errorDialogMessage: null,
  captchaFrame: null,
  userLoggedIn: hasToken(),
  fetchUserInfoAgain: false,
  currentUser: hasToken() ? readCurrentUser() : null,
  isEmailVerified: null,
  activeTab: storedTab(),
  finalImageRedux: null,
  contextImage: null,
  generationCancelled: false,
  loadCreatePageAgain: false,
  currentPromptValue: '',
  reImagine: false,
  reImagineText: '',
  currentFreemiumCredits: 0,
  currentAvailableDownloadImageCount: 0,
  areCreditsKnown: false,
  subscriptionDetails: null,
  subscriptionPrices: [],
});

/** Components use `useGlobalState((state) => state.key)`; other code `useGlobalState.getState()` and `.setState()`. */
export const useGlobalState = create<GlobalState>(initialGlobalState);

/** Whether a photo or a result is on the stage. */
export const hasStagePicture = ({ finalImageRedux, contextImage }: GlobalState): boolean =>
  finalImageRedux !== null || contextImage !== null;

/** Number of credits left if they aren't counted: with an unlimited plan, or without billing. */
export const UNLIMITED = Infinity;

/** Number of generations left: `UNLIMITED` with an unlimited plan or without billing; null if unknown. */
export const generationsLeft = (state: GlobalState): number | null => {
  if (!hasBilling()) return UNLIMITED;
  if (!state.areCreditsKnown) return null;
  return state.subscriptionDetails?.has_unlimited_generations === true
    ? UNLIMITED
    : state.currentFreemiumCredits;
};
