/** Users who may sign up: all visitors, invited users, users with an address of certain domains, or none. */
export const SIGN_UPS = ['open', 'invited', 'domain', 'closed'] as const;
export type SignUp = (typeof SIGN_UPS)[number];

/** Settings of a server that pages need before their first API request. */
export interface Installation {
  /** Off: no plans, prices or credits; only fair use is counted. */
  readonly billing: 'on' | 'off';
  readonly signUp: SignUp;
  /** Off if the server sends no mail: users can't confirm an address or reset a password by mail. */
  readonly mail: 'on' | 'off';
}

export const DEFAULT_INSTALLATION: Installation = { billing: 'on', signUp: 'open', mail: 'on' };

/**
 * Name of the `<meta>` element that states the settings that differ from the defaults, so that a page never shows
 * inapplicable content.
 */
export const INSTALLATION_META = 'installation';

/** Formats the settings as `billing=on signUp=open mail=on`, which needs no escaping in an HTML attribute. */
export const formatInstallation = ({ billing, signUp, mail }: Installation): string =>
  `billing=${billing} signUp=${signUp} mail=${mail}`;

/**
 * Parses the output of `formatInstallation`.
 * @param text null if the page has no such element
 * @returns settings, with the default for each that is missing or unknown
 */
export function parseInstallation(text: string | null): Installation {
  const parameters = new URLSearchParams((text ?? '').replaceAll(' ', '&'));
  const signUp = SIGN_UPS.find((each) => each === parameters.get('signUp')) ?? DEFAULT_INSTALLATION.signUp;
  return {
    billing: parameters.get('billing') === 'off' ? 'off' : 'on',
    signUp,
    mail: parameters.get('mail') === 'off' ? 'off' : 'on',
  };
}
