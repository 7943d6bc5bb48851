import {
  CAPTCHA_SERVICES,
  DEFAULT_PRODUCT_SLUG,
  GUEST_FREE_DOWNLOADS,
  GUEST_FREE_GENERATIONS,
  GUEST_RETENTION_DAYS,
  MEMBER_FREE_DOWNLOADS,
  MEMBER_FREE_GENERATIONS,
  POLL_GIVE_UP_MS,
  SUBSCRIBER_GENERATIONS_PER_DAY,
  V1_JOBS_PER_MINUTE,
} from '@packshot/contract';
import { z } from 'zod';
import {
  addressList,
  databaseUrl,
  engineNumbers,
  engineSchema,
  existingPath,
  flag,
  headerList,
  hostName,
  httpUrl,
  mailAddress,
  mailList,
  mailServer,
  nameList,
  choiceSchema,
  originList,
  priceList,
  rgbNumbers,
  sender,
  share,
  signUpPolicy,
  siteAddress,
  text,
  trustedProxies,
  wholeNumber,
} from './value-schemas.ts';

/** Default number of days that a plan continues after its paid time ends. */
const PAYMENT_GRACE_DAYS = 7;
const DEFAULT_CURRENCY = 'usd';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * All environment variables that the server reads, with their validation. Defaults are written as an operator would
 * write them. `docs/configuration.md` describes each variable; a test compares it with this list.
 */
export const CONFIG_KEYS = {
  NODE_ENV: choiceSchema('development', 'production', 'test').default('development'),
  DEVELOPMENT_OPEN_TO_OTHERS: flag.default(false),
  HOST: hostName.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: siteAddress.optional(),
  TRUST_PROXY: trustedProxies.optional(),
  CORS_ORIGINS: originList.optional(),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens, at most 32')
    .default(DEFAULT_PRODUCT_SLUG),
  WEB_DIST: existingPath('folder').optional(),
  LOG_LEVEL: choiceSchema(...LOG_LEVELS).default('info'),
  CONNECTIONS_LIMIT: wholeNumber(10, 100_000).default(5000),
  CONNECTIONS_PER_ADDRESS_LIMIT: wholeNumber(10, 100_000).default(500),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),

  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  OPERATOR_EMAILS: mailList.optional(),

  DATA_DIR: text.default('.packshot/data'),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(10),

  OBJECT_STORE: choiceSchema('disk', 's3').default('disk'),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be a region like us-east-1')
    .default('us-east-1'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_PUBLIC_ENDPOINT: httpUrl.optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be a region like us-east-1')
    .optional(),
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_FORCE_PATH_STYLE: flag.optional(),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),

  BUCKET_PRIVATE_HOSTS: addressList.optional(),

  SESSION_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    // Rejects the placeholder from the Kubernetes examples, because it is published and therefore not secret.
    .refine((value) => !/^change-me/i.test(value), 'must be changed: it is the example’s')
    .optional(),

  CAPTCHA: choiceSchema('altcha', ...CAPTCHA_SERVICES, 'off').default('altcha'),
  CAPTCHA_SITE_KEY: text.optional(),
  CAPTCHA_SECRET: text.optional(),
  CAPTCHA_VERIFY_URL: httpUrl.optional(),
  CAPTCHA_SCRIPT_URL: httpUrl.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_FLOW: choiceSchema('implicit', 'code').default('implicit'),
  GOOGLE_AUTHORIZATION_URL: httpUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: httpUrl.default('https://oauth2.googleapis.com/token'),
  GOOGLE_TOKENINFO_URL: httpUrl.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: httpUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  ANALYTICS_HOSTS: nameList.optional(),
  INTERNAL_MAIL_DOMAINS: nameList.optional(),
  ANALYTICS_SERVICE: choiceSchema('mixpanel', 'posthog', 'segment').optional(),
  ANALYTICS_KEY: text.optional(),
  ANALYTICS_URL: httpUrl.optional(),
  ONBOARDING_SERVICE: choiceSchema('userpilot').optional(),
  ONBOARDING_KEY: text.optional(),
  ONBOARDING_URL: httpUrl.optional(),
  MARKETING_SERVICE: choiceSchema('matomo', 'google-analytics').optional(),
  MARKETING_SITE: text.optional(),
  MARKETING_KEY: text.optional(),
  MARKETING_URL: httpUrl.optional(),
  GCP_MARKETPLACE_AUDIENCE: text.optional(),
  GCP_MARKETPLACE_CERTIFICATES_URL: httpUrl.default(
    'https://www.googleapis.com/robot/v1/metadata/x509/cloud-commerce-partner@system.gserviceaccount.com',
  ),
  GUESTS_WITHOUT_CAPTCHA_PER_HOUR: wholeNumber(0, 1_000_000).default(5),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: sender.optional(),
  SALES_EMAIL: mailAddress.optional(),
  SIGN_UP: signUpPolicy.default({ kind: 'open' }),

  GUEST_FREE_GENERATIONS: wholeNumber(0, 10_000).default(GUEST_FREE_GENERATIONS),
  GUEST_FREE_DOWNLOADS: wholeNumber(0, 10_000).default(GUEST_FREE_DOWNLOADS),
  GUEST_GRANTS_PER_HOUR: wholeNumber(0, 1_000_000).default(30),
  GUEST_RETENTION_DAYS: wholeNumber(1, 3650).default(GUEST_RETENTION_DAYS),
  GUESTS_PER_HOUR: wholeNumber(1, 1_000_000).default(300),
  MEMBER_FREE_GENERATIONS: wholeNumber(0, 10_000).default(MEMBER_FREE_GENERATIONS),
  MEMBER_FREE_DOWNLOADS: wholeNumber(0, 10_000).default(MEMBER_FREE_DOWNLOADS),
  GENERATIONS_PER_MINUTE: wholeNumber(1, 10_000).default(V1_JOBS_PER_MINUTE),
  SIMULTANEOUS_TASKS_PER_USER: wholeNumber(1, 10_000).default(20),
  QUEUED_TASKS_LIMIT: wholeNumber(1, 1_000_000).default(500),
  GUEST_QUEUED_TASKS_LIMIT: wholeNumber(1, 1_000_000).default(300),
  GUEST_QUEUED_TASKS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(40),
  GUEST_STORAGE_MB: wholeNumber(1, 1_000_000_000).default(250),
  GUEST_STORAGE_PER_ADDRESS_MB: wholeNumber(1, 1_000_000_000).default(5000),
  ACCOUNT_STORAGE_MB: wholeNumber(1, 1_000_000_000).default(10_000),
  SUBSCRIBER_STORAGE_MB: wholeNumber(1, 1_000_000_000).default(200_000),
  TASK_TIMEOUT_S: wholeNumber(10, 3600).default(POLL_GIVE_UP_MS / 1000),

  MODERATION: flag.default(true),
  MODERATION_THRESHOLD: share.default(0.7),

  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(?:live|test)_\S+$/, 'must start with sk_live_, sk_test_, rk_live_ or rk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must start with whsec_')
    .optional(),
  STRIPE_ENVIRONMENT: choiceSchema('production', 'staging').default('production'),
  STRIPE_PRICES_PRODUCTION: priceList.optional(),
  STRIPE_PRICES_STAGING: priceList.optional(),
  STRIPE_API_URL: httpUrl.optional(),
  BILLING: choiceSchema('on', 'off').optional(),
  BILLING_DEMO: flag.optional(),
  BILLING_CURRENCY: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a currency of three letters, like usd')
    .transform((code) => code.toLowerCase())
    .refine(
      (code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()),
      'must be a currency of three letters, like usd',
    )
    .default(DEFAULT_CURRENCY),
  PAYMENT_GRACE_DAYS: wholeNumber(0, 60).default(PAYMENT_GRACE_DAYS),
  SUBSCRIBER_GENERATIONS_PER_DAY: wholeNumber(1, 1_000_000).default(SUBSCRIBER_GENERATIONS_PER_DAY),

  ENGINE_CUTOUT: engineSchema('stability'),
  ENGINE_BACKGROUND: engineSchema('openai', 'stability', 'comfyui', 'automatic1111'),
  ENGINE_INSPIRATION: engineSchema('openai', 'stability', 'comfyui', 'automatic1111'),
  ENGINE_MAGIC: engineSchema('openai', 'stability', 'comfyui', 'automatic1111'),
  ENGINE_UPSCALE: engineSchema('stability', 'comfyui'),
  ENGINE_HARMONIZE: engineSchema('stability', 'comfyui'),
  ENGINE_DESCRIBE: engineSchema('chat'),
  ENGINE_PROMPT: engineSchema('chat'),
  ENGINE_PRIVATE_HOSTS: addressList.optional(),
  ENGINE_CONCURRENCY: engineNumbers(1, 64).optional(),
  ENGINE_PER_MINUTE: engineNumbers(1, 10_000).optional(),
  ENGINE_TIMEOUT_S: wholeNumber(5, 600).default(180),
  OPENAI_IMAGES_URL: httpUrl.default('https://api.openai.com/v1'),
  OPENAI_IMAGES_KEY: text.optional(),
  OPENAI_IMAGES_MODEL: text.optional(),
  STABILITY_URL: httpUrl.default('https://api.stability.ai'),
  STABILITY_KEY: text.optional(),
  COMFYUI_URL: httpUrl.optional(),
  COMFYUI_KEY: text.optional(),
  COMFYUI_MODEL: text.optional(),
  COMFYUI_WORKFLOWS: existingPath('folder').optional(),
  AUTOMATIC1111_URL: httpUrl.optional(),
  AUTOMATIC1111_KEY: z
    .string()
    .regex(/^[^:]+:./, 'must be like user:password')
    .optional(),
  AUTOMATIC1111_MODEL: text.optional(),
  CHAT_URL: httpUrl.default('https://api.openai.com/v1'),
  CHAT_KEY: text.optional(),
  CHAT_MODEL: text.optional(),

  CREDENTIALS_CERTIFICATE_FILE: existingPath('file').optional(),
  CREDENTIALS_KEY_FILE: existingPath('file').optional(),

  WORKER_CONCURRENCY: wholeNumber(1, 64).default(1),
  SPARE_ENGINES: wholeNumber(0, 16).optional(),
  ENGINE_CACHE_DIR: text.optional(),
  CUTOUT_MODEL_FILE: existingPath('file').optional(),
  CUTOUT_MODEL_MEAN: rgbNumbers.optional(),
  CUTOUT_MODEL_STD: rgbNumbers
    .refine((numbers) => numbers.every((number) => number > 0), 'must be above 0')
    .optional(),
  CUTOUT_MODEL_LICENSE: text.optional(),
} as const;

export type ConfigKey = keyof typeof CONFIG_KEYS;

/** Variables whose secret values must not appear in a log. Each may also be given as a file, with `<KEY>_FILE`. */
export const SECRET_KEYS = [
  'AUTOMATIC1111_KEY',
  'CHAT_KEY',
  'COMFYUI_KEY',
  'ANALYTICS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'CAPTCHA_SECRET',
  'DATABASE_URL',
  'GOOGLE_CLIENT_SECRET',
  'MARKETING_KEY',
  'METRICS_TOKEN',
  'OPENAI_IMAGES_KEY',
  'ONBOARDING_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SESSION_SECRET',
  'SMTP_URL',
  'STABILITY_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const satisfies readonly ConfigKey[];

/** Validates each variable by itself; `needed-together.ts` validates the dependencies between them. */
export const valuesSchema = z.object(CONFIG_KEYS);
export type ConfigValues = z.infer<typeof valuesSchema>;
