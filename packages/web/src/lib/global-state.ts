import type { CaptchaFrame } from '@packshot/contract/accounts/captcha';
import { STORAGE_KEYS } from './storage-keys.ts';
import { DEFAULT_TAB, isTab } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import type { PlanPrice, SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { create } from 'zustand';
import { readCurrentUser } from './current-user.ts';
import type { StoredUser } from './current-user.ts';
import { readStored } from './storage.ts';
import { hasToken } from './tokens.ts';

export type ToastType = 'success' | 'error' | 'warning';

/**
 * The state that the shell and the features share, under agreed names (docs/requirements.md, section 3). It lies in `lib`, because
 * features may not import the app. Only keys that something reads or writes today are here.
 */
export interface GlobalState {
  /** True, a message, or false: the full-screen loading overlay. */
  readonly pageLoader: boolean | string;
  readonly showToast: boolean;
  readonly toastMessage: string;
  readonly toastType: ToastType;
  /** Counts toasts, so that the same sentence twice is two toasts. */
  readonly toastId: number;
  /** The sentence in the error dialog; null keeps it closed. */
  readonly errorDialogMessage: string | null;
  /** Another company's captcha that waits to be solved. */
  readonly captchaFrame: CaptchaFrame | null;
  /** True with a token, a guest's too. */
  readonly userLoggedIn: boolean;
  /** What is stored of the user is out of date: the shell reads it again. */
  readonly fetchUserInfoAgain: boolean;
  /** Who it is, as stored; null without a session. */
  readonly currentUser: StoredUser | null;
  /** Null until it has been read, and for guests. */
  readonly isEmailVerified: boolean | null;
  readonly activeTab: Tab;
  /** The result on the canvas: the create page's background is plain while there is one. */
  readonly finalImageRedux: string | null;
  /** The photo being worked on; the same holds for it. */
  readonly contextImage: string | null;
  /** The generation asked for last was cancelled: no third image of it is counted. */
  readonly generationCancelled: boolean;
  /** Work waits for the Create page, which begins again with it. */
  readonly loadCreatePageAgain: boolean;
  /** The words of the generation asked for last. */
  readonly currentPromptValue: string;
  /** A result is being gone on from, with these words. */
  readonly reImagine: boolean;
  readonly reImagineText: string;
  readonly currentFreemiumCredits: number;
  readonly currentAvailableDownloadImageCount: number;
  /** False until the balances have been read once; before that the zeros above mean nothing. */
  readonly areCreditsKnown: boolean;
  /** The plan; null until it has been read once. */
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

/** In components `useGlobalState((state) => state.key)`; elsewhere `useGlobalState.getState()` and `.setState()`. */
export const useGlobalState = create<GlobalState>(initialGlobalState);

/** What a subscriber has left: their generations are not counted. */
export const UNLIMITED = Infinity;

/** Generations left: a number, `UNLIMITED` with a plan, or null while it is not known. */
export const generationsLeft = (state: GlobalState): number | null => {
  if (!state.areCreditsKnown) return null;
  return state.subscriptionDetails?.has_unlimited_generations === true
    ? UNLIMITED
    : state.currentFreemiumCredits;
};
