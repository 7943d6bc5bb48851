/** Tabs of the app shell, in display order. */
export const TABS = ['home', 'create', 'pricing', 'history', 'account'] as const;
export type Tab = (typeof TABS)[number];
export const isTab = (value: unknown): value is Tab => (TABS as readonly unknown[]).includes(value);
export const DEFAULT_TAB: Tab = 'home';

/** URL paths of the pages. A part in braces is a parameter. */
export const ROUTES = {
  home: '/',
  studio: '/studio',
  resetPassword: '/reset-password/{token}',
  privacyPolicy: '/privacy-policy',
  terms: '/terms-and-conditions-of-use',
  /** Page that checks the Content Credentials of any picture. */
  verify: '/verify',
  usage: '/usage',
  operator: '/operator',
  catalog: '/catalog',
  /** Pages for developers; `DEVELOPER_PAGES` are below it. */
  developers: '/api/docs',
  notFound: '/not-found',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  signUp: '/sign-up',
  /** Page behind 'Talk to sales' in the Custom plan. */
  bookDemo: '/book-a-demo',
} as const;

/** Address of the start page with the home tab; the path alone shows the last active tab. */
export const HOME_TAB = `${ROUTES.home}?tab=home`;

/** Fragment (`#…`) of the start page's address after a refused sign-in on another site; contains an error code. */
export const SIGN_IN_FAILED = 'sign-in-failed';
