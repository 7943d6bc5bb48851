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
 * State shared by the shell and the features, under agreed names (docs/requirements.md, section 3). It lives
 * in `lib` because features may not import the app.
 */
export interface GlobalState {
  /** The full-screen loading overlay: true, a message, or false. */
  readonly pageLoader: boolean | string;
  readonly showToast: boolean;
  readonly toastMessage: string;
  readonly toastType: ToastType;
  /** Counts toasts, so that repeating a sentence shows a new toast. */
  readonly toastId: number;
  /** The message in the error dialog; null keeps it closed. */
  readonly errorDialogMessage: string | null;
  /** A third-party captcha waiting to be solved. */
  readonly captchaFrame: CaptchaFrame | null;
  /** True with any token, including a guest's. */
  readonly userLoggedIn: boolean;
  /** Whether the stored user is outdated; the shell then reads it again. */
  readonly fetchUserInfoAgain: boolean;
  /** The user as stored; null without a session. */
  readonly currentUser: StoredUser | null;
  /** Null until it is known, and for guests. */
  readonly isEmailVerified: boolean | null;
  readonly activeTab: Tab;
  /** Result on the stage; while there is one, the Create page has a plain background. */
  readonly finalImageRedux: string | null;
  /** Photo on the stage; it has the same effect on the background. */
  readonly contextImage: string | null;
  /** Whether the last generation was canceled, so that its third image isn't counted. */
  readonly generationCancelled: boolean;
  /** Whether work is waiting for the Create page, which restarts with it. */
  readonly loadCreatePageAgain: boolean;
  /** The prompt of the last generation. */
  readonly currentPromptValue: string;
  /** Whether the user continues a result with the prompt in `reImagineText`. */
  readonly reImagine: boolean;
  readonly reImagineText: string;
  readonly currentFreemiumCredits: number;
  readonly currentAvailableDownloadImageCount: number;
  /** False until the balances have been read once; before that the zeros above mean nothing. */
  readonly areCreditsKnown: boolean;
  /** The plan; null until it has been read. */
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

/** Checks whether a photo or a result is on the stage. */
export const hasStagePicture = ({ finalImageRedux, contextImage }: GlobalState): boolean =>
  finalImageRedux !== null || contextImage !== null;

/** Remaining generations of a subscriber, which aren't counted. */
export const UNLIMITED = Infinity;

/** Remaining generations: a number, `UNLIMITED` with a plan or without billing, or null if unknown. */
export const generationsLeft = (state: GlobalState): number | null => {
  if (!hasBilling()) return UNLIMITED;
  if (!state.areCreditsKnown) return null;
  return state.subscriptionDetails?.has_unlimited_generations === true
    ? UNLIMITED
    : state.currentFreemiumCredits;
};
