/**
 * Every key the web app uses in the browser's storage; the keys of the first group are agreed on and must
 * stay.
 */
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
  /** Reason why a sign-in in a popup failed. */
  loginFailure: 'loginFailure',
  /** Proofs of earlier sign-ins in this browser. */
  knownDevice: 'knownDevice',
  /** The guest whose session expired: the next guest takes over their work. */
  expiredGuest: 'expiredGuest',
  /** Pending sign-in at an external provider. */
  socialSignIn: 'socialSignIn',
  /** 'no', or 'yes' followed by the services that may receive events. */
  consent: 'trackingConsent',
  /** Page views of a visit that was too short to send them. */
  unsentEvents: 'unsentEvents',
  theme: 'theme',
  /** The engine chosen for each tool. */
  engineChoices: 'engineChoices',
  /** Unfinished results that have to be filed in the history. */
  unfiled: 'unfiledResults',
} as const;

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];
