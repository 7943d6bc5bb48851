/** Tabs of the app shell, in display order. */
export const TABS = ['home', 'create', 'pricing', 'history', 'account'] as const;
export type Tab = (typeof TABS)[number];
export const isTab = (value: unknown): value is Tab => (TABS as readonly unknown[]).includes(value);
export const DEFAULT_TAB: Tab = 'home';

/** Paths of the screens. A dynamic part is in braces. */
export const ROUTES = {
  home: '/',
  studio: '/studio',
  resetPassword: '/reset-password/{token}',
  privacyPolicy: '/privacy-policy',
  terms: '/terms-and-conditions-of-use',
  /** Checks the Content Credentials of any picture. */
  verify: '/verify',
  /** Usage of API keys. */
  usage: '/usage',
  /** Status of the installation, for its operators. */
  operator: '/operator',
  /** Runs, recipes and review. */
  catalog: '/catalog',
  /** Pages for developers; `DEVELOPER_PAGES` are below it. */
  developers: '/api/docs',
  notFound: '/not-found',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  signUp: '/sign-up',
  /** Target of 'Talk to sales' in the custom plan. */
  bookDemo: '/book-a-demo',
} as const;

/** Address of the start page with its tab; the path alone shows the last active tab. */
export const HOME_TAB = `${ROUTES.home}?tab=home`;

/** Fragment of the start page's address for a refused sign-in through another site; contains an error code. */
export const SIGN_IN_FAILED = 'sign-in-failed';
