/**
 * Keys of the web app in the browser's storage. Other pages of the operator may read those of the session, so they
 * must not change.
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
  /** Device tokens of earlier sign-ins in this browser. */
  knownDevice: 'knownDevice',
  /** ID of a guest whose session expired; the next guest takes over this guest's work. */
  expiredGuest: 'expiredGuest',
  /** Sign-in that was started at an external provider and hasn't returned. */
  socialSignIn: 'socialSignIn',
  /** Consent to analytics: 'no', or 'yes' followed by the services that may receive events. */
  consent: 'trackingConsent',
  /** Analytics events that an earlier page couldn't send before it was closed. */
  unsentEvents: 'unsentEvents',
  theme: 'theme',
  engineChoices: 'engineChoices',
  /** List of tasks whose results aren't stored in the history yet. */
  unfiled: 'unfiledResults',
  /** Set once the user has made a scene, or dismissed its first steps. */
  sceneCoach: 'sceneCoach',
  /** Names of the groups of settings that are open in the studio's panels. */
  openFolds: 'openFolds',
} as const;

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];
