/** Every key the web app uses in the browser's storage; the first group is agreed on, and stays. */
export const STORAGE_KEYS = {
  accessToken: 'token',
  refreshToken: 'refresh_token',
  currentUser: 'current_user',
  calledApiCredits: 'calledApiCredits',
  activeTab: 'activeTab',
  roleDetail: 'role_detail',
  isGuestUser: 'isGuestUser',
  isGcpUser: 'isGcpUser',
  testMode: 'trackingTestMode',
  testModeDebug: 'trackingDebug',
  loginSuccess: 'loginSuccess',
  /** Why a sign-in in a window of its own did not succeed. */
  loginFailure: 'loginFailure',
  /** Proofs that somebody has signed in in this browser before. */
  knownDevice: 'knownDevice',
  /** The guest whose session ended by itself: the next one here goes on with their work. */
  expiredGuest: 'expiredGuest',
  /** A sign-in at another company that is under way. */
  socialSignIn: 'socialSignIn',
  /** 'no' to being counted, or 'yes' and the services that may be told. */
  consent: 'trackingConsent',
  theme: 'theme',
  /** Which engine is asked for each tool. */
  engineChoices: 'engineChoices',
  /** Results that are being made and are to be filed in history. */
  unfiled: 'unfiledResults',
} as const;

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];
