import type { ConfigValues } from './keys.ts';

export interface GoogleConfig {
  readonly clientId: string;
  /** Client secret; only needed for OAuth's authorization code flow. */
  readonly clientSecret: string | null;
  readonly flow: ConfigValues['GOOGLE_FLOW'];
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly tokenInfoUrl: string;
  readonly userInfoUrl: string;
}

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
