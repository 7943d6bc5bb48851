import type { ConfigValues } from './keys.ts';

/** Settings for verifying identities with Google. */
export interface GoogleConfig {
  readonly clientId: string;
  /** Only for the code flow. */
  readonly clientSecret: string | null;
  readonly flow: ConfigValues['GOOGLE_FLOW'];
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly tokenInfoUrl: string;
  readonly userInfoUrl: string;
}

/** Returns null if Google sign-in is disabled. */
export function googleConfig(values: ConfigValues): GoogleConfig | null {
  if (values.GOOGLE_CLIENT_ID === undefined) return null;
  return {
    clientId: values.GOOGLE_CLIENT_ID,
    clientSecret: values.GOOGLE_CLIENT_SECRET ?? null,
    flow: values.GOOGLE_FLOW,
    authorizationUrl: values.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: values.GOOGLE_TOKEN_URL,
    tokenInfoUrl: values.GOOGLE_TOKENINFO_URL,
    userInfoUrl: values.GOOGLE_USERINFO_URL,
  };
}
