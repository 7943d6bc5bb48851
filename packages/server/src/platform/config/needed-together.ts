import { CAPTCHA_SERVICES } from '@packshot/contract';
import type { ProviderId } from '@packshot/contract';
import { ENGINE_KEYS } from './engines-config.ts';
import { valuesSchema } from './keys.ts';
import type { ConfigKey, ConfigValues } from './keys.ts';

/** Whether any tool uses this engine. */
const names = (values: ConfigValues, id: ProviderId): boolean =>
  Object.values(ENGINE_KEYS).some((key) => values[key] === id);

/** Variables that are required because of the value of another one. */
const NEEDED_TOGETHER: readonly {
  readonly when: (values: ConfigValues) => boolean;
  readonly because: string;
  readonly keys: readonly ConfigKey[];
}[] = [
  {
    when: (values) => values.OBJECT_STORE === 's3',
    because: 'is needed when OBJECT_STORE is s3',
    keys: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  },
  {
    when: (values) => values.BACKUP_S3_ACCESS_KEY_ID !== undefined,
    because: 'is needed when BACKUP_S3_ACCESS_KEY_ID is set',
    keys: ['BACKUP_S3_SECRET_ACCESS_KEY'],
  },
  {
    when: (values) => values.SMTP_URL !== undefined,
    // The public URL is required for mails, because links in mails must never be built from a request's own headers.
    because: 'is needed when SMTP_URL is set',
    keys: ['MAIL_FROM', 'PUBLIC_URL'],
  },
  {
    when: (values) =>
      values.SIGN_UP.kind === 'domain' &&
      values.NODE_ENV === 'production' &&
      values.GOOGLE_CLIENT_ID === undefined,
    because: 'is needed when SIGN_UP is domain:…, because addresses count once they are confirmed by mail',
    keys: ['SMTP_URL'],
  },
  {
    when: (values) => values.GOOGLE_FLOW === 'code',
    because: 'is needed when GOOGLE_FLOW is code',
    keys: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  },
  {
    when: (values) => (CAPTCHA_SERVICES as readonly string[]).includes(values.CAPTCHA),
    because: 'is needed when CAPTCHA is another company’s',
    keys: ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  },
  {
    when: (values) => values.ANALYTICS_SERVICE !== undefined,
    because: 'is needed when ANALYTICS_SERVICE is set',
    keys: ['ANALYTICS_KEY', 'ANALYTICS_HOSTS'],
  },
  {
    when: (values) => values.ONBOARDING_SERVICE !== undefined,
    because: 'is needed when ONBOARDING_SERVICE is set',
    keys: ['ONBOARDING_KEY', 'ANALYTICS_HOSTS'],
  },
  {
    when: (values) => values.MARKETING_SERVICE !== undefined,
    because: 'is needed when MARKETING_SERVICE is set',
    keys: ['MARKETING_SITE', 'ANALYTICS_HOSTS'],
  },
  {
    when: (values) => values.MARKETING_SERVICE === 'matomo',
    because: 'is needed when MARKETING_SERVICE is matomo',
    keys: ['MARKETING_URL'],
  },
  {
    when: (values) => values.MARKETING_SERVICE === 'google-analytics',
    because: 'is needed when MARKETING_SERVICE is google-analytics',
    keys: ['MARKETING_KEY'],
  },
  {
    when: (values) => names(values, 'openai') && values.OPENAI_IMAGES_URL.includes('://api.openai.com'),
    because: 'is needed when a tool names openai',
    keys: ['OPENAI_IMAGES_KEY'],
  },
  {
    when: (values) => names(values, 'stability'),
    because: 'is needed when a tool names stability',
    keys: ['STABILITY_KEY'],
  },
  {
    when: (values) => names(values, 'comfyui'),
    because: 'is needed when a tool names comfyui',
    keys: ['COMFYUI_URL'],
  },
  {
    when: (values) => names(values, 'automatic1111'),
    because: 'is needed when a tool names automatic1111',
    keys: ['AUTOMATIC1111_URL'],
  },
  {
    when: (values) => names(values, 'chat') && values.CHAT_URL.includes('://api.openai.com'),
    because: 'is needed when a tool names chat',
    keys: ['CHAT_KEY'],
  },
  {
    when: (values) => values.CREDENTIALS_CERTIFICATE_FILE !== undefined,
    because: 'is needed when CREDENTIALS_CERTIFICATE_FILE is set',
    keys: ['CREDENTIALS_KEY_FILE'],
  },
  {
    when: (values) => values.CREDENTIALS_KEY_FILE !== undefined,
    because: 'is needed when CREDENTIALS_KEY_FILE is set',
    keys: ['CREDENTIALS_CERTIFICATE_FILE'],
  },
  {
    when: (values) => values.STRIPE_SECRET_KEY !== undefined,
    because: 'is needed when STRIPE_SECRET_KEY is set',
    keys: ['STRIPE_WEBHOOK_SECRET', 'PUBLIC_URL'],
  },
  {
    when: (values) => values.STRIPE_SECRET_KEY !== undefined && values.STRIPE_ENVIRONMENT === 'production',
    because: 'is needed when STRIPE_SECRET_KEY is set',
    keys: ['STRIPE_PRICES_PRODUCTION'],
  },
  {
    when: (values) => values.STRIPE_SECRET_KEY !== undefined && values.STRIPE_ENVIRONMENT === 'staging',
    because: 'is needed when STRIPE_SECRET_KEY is set and STRIPE_ENVIRONMENT is staging',
    keys: ['STRIPE_PRICES_STAGING'],
  },
];

/** Validates a server's whole environment: first each variable by itself, then the dependencies between them. */
export const configSchema = valuesSchema.superRefine((values, context) => {
  for (const { when, because, keys } of NEEDED_TOGETHER) {
    if (!when(values)) continue;
    for (const key of keys) {
      if (values[key] === undefined) context.addIssue({ code: 'custom', path: [key], message: because });
    }
  }
});
