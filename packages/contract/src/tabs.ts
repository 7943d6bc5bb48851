/** Tabs of the app shell, in their order. */
export const TABS = ['home', 'create', 'pricing', 'history', 'account'] as const;
export type Tab = (typeof TABS)[number];
export const isTab = (value: unknown): value is Tab => (TABS as readonly unknown[]).includes(value);
export const DEFAULT_TAB: Tab = 'home';

/** Paths of the screens. The dynamic part is written as the specification writes it. */
export const ROUTES = {
  home: '/',
  studio: '/studio',
  resetPassword: '/reset-password/{token}',
  privacyPolicy: '/privacy-policy',
  terms: '/terms-and-conditions-of-use',
  notFound: '/not-found',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  signUp: '/sign-up',
  /** Where Custom's 'Talk to sales' leads; the specification names the page and not its path. */
  bookDemo: '/book-a-demo',
} as const;

/** The product's name as users read it. Page titles end in it. */
export const PRODUCT_TITLE = 'Packshot';
/** Default of the configurable `{product}` slug in API paths. */
export const DEFAULT_PRODUCT_SLUG = 'packshot';

/**
 * A page's title: the given title, a dash, the product title; or the given title alone.
 * @param title what the page is called
 * @param raw when true the product title is left out
 */
export function pageTitle(title: string, raw = false): string {
  return raw ? title : `${title} - ${PRODUCT_TITLE}`;
}

/** Behind the `#` of the start page's address, with an error's code: a sign-in by another site was refused. */
export const SIGN_IN_FAILED = 'sign-in-failed';
