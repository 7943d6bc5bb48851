import {
  CAPTCHA_SERVICES,
  DEFAULT_CURRENCY,
  DEFAULT_PRODUCT_SLUG,
  GUEST_FREE_DOWNLOADS,
  GUEST_FREE_GENERATIONS,
  MEMBER_FREE_DOWNLOADS,
  MEMBER_FREE_GENERATIONS,
  PAID_PLANS,
  PAYMENT_GRACE_DAYS,
  POLL_GIVE_UP_MS,
  SUBSCRIBER_GENERATIONS_PER_DAY,
  PROVIDER_IDS,
} from '@packshot/contract';
import type { ProviderId } from '@packshot/contract';
import { z } from 'zod';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.string().trim().min(1);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
}

/** Origins as browsers send them: scheme, host and port, nothing behind. */
const originList = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine(
    (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins like https://shop.example, separated by commas',
  );

/** Three numbers, one a colour channel. */
const rgbNumbers = z
  .string()
  .transform((value) => value.split(',').map((part) => (part.trim() === '' ? NaN : Number(part))))
  .refine(
    (numbers): numbers is [number, number, number] =>
      numbers.length === 3 && numbers.every((number) => Number.isFinite(number)),
    'must be three numbers separated by commas',
  );

/** A share of the whole. */
const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,4})$/, 'must be a number from 0 to 1')
  .transform(Number);

/** Names of hosts, separated by commas. */
const nameList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .refine(
    (names) => names.every((name) => /^[a-z\d.-]+$/.test(name)),
    'must be names of hosts, separated by commas',
  );

/** Names or addresses of hosts, separated by commas. */
const addressList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .refine(
    (names) => names.every((name) => /^[a-z\d.:-]+$/.test(name)),
    'must be names or addresses of hosts, without ports, separated by commas',
  );

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((value) => value.replace(/\/+$/, ''));

/** A number for each of some engines, `openai=4`, separated by commas. */
function engineNumbers(min: number, max: number) {
  return z
    .string()
    .transform((value) => value.split(',').map((pair) => pair.split('=').map((part) => part.trim())))
    .refine(
      (pairs) =>
        pairs.every(
          ([id, number, ...rest]) =>
            (PROVIDER_IDS as readonly (string | undefined)[]).includes(id) &&
            /^\d{1,6}$/.test(number ?? '') &&
            Number(number) >= min &&
            Number(number) <= max &&
            rest.length === 0,
        ),
      `must be like openai=4, with whole numbers from ${min} to ${max} and engines out of ${PROVIDER_IDS.join(', ')}`,
    )
    .transform((pairs): Readonly<Partial<Record<ProviderId, number>>> =>
      Object.fromEntries(pairs.map(([id, number]) => [id, Number(number)])),
    );
}

/** Who does a tool's work beside the embedded engine: one that can, by the table in docs/engines.md. */
const engineOf = <const Id extends ProviderId>(...ids: readonly Id[]) =>
  z
    .enum(['embedded', ...ids])
    .optional()
    .transform((id): 'embedded' | Id => id ?? 'embedded');

/** Every paid plan's price, `lite-month=price_…`, separated by commas; none missing, none twice. */
const priceList = z
  .string()
  .transform((value) =>
    value.split(',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, string?]),
  )
  .refine(
    (pairs): pairs is [string, string][] =>
      pairs.length === PAID_PLANS.length &&
      PAID_PLANS.every(({ id }) => pairs.some(([planId, price]) => planId === id && !!price)) &&
      new Set(pairs.map(([, price]) => price)).size === pairs.length,
    `must name a price for each of ${PAID_PLANS.map((plan) => plan.id).join(', ')}, like lite-month=price_123`,
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs));

/**
 * Every environment variable that the server reads, with its check. Defaults stand here as an operator would
 * write them. `docs/configuration.md` describes each; a test compares the two.
 */
export const CONFIG_KEYS = {
  NODE_ENV: text.default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: text.optional(),
  CORS_ORIGINS: originList.optional(),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens, at most 32')
    .default(DEFAULT_PRODUCT_SLUG),
  WEB_DIST: text.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),

  DATA_DIR: text.default('.packshot/data'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(10),

  OBJECT_STORE: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_PUBLIC_ENDPOINT: httpUrl.optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),

  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),

  CAPTCHA: z.enum(['altcha', ...CAPTCHA_SERVICES, 'off']).default('altcha'),
  CAPTCHA_SITE_KEY: text.optional(),
  CAPTCHA_SECRET: text.optional(),
  CAPTCHA_VERIFY_URL: httpUrl.optional(),
  CAPTCHA_SCRIPT_URL: httpUrl.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_FLOW: z.enum(['implicit', 'code']).default('implicit'),
  GOOGLE_AUTHORIZATION_URL: httpUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: httpUrl.default('https://oauth2.googleapis.com/token'),
  GOOGLE_TOKENINFO_URL: httpUrl.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: httpUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  ANALYTICS_HOSTS: nameList.optional(),
  INTERNAL_MAIL_DOMAINS: nameList.optional(),
  ANALYTICS_SERVICE: z.enum(['mixpanel', 'posthog', 'segment']).optional(),
  ANALYTICS_KEY: text.optional(),
  ANALYTICS_URL: httpUrl.optional(),
  ONBOARDING_SERVICE: z.enum(['userpilot']).optional(),
  ONBOARDING_KEY: text.optional(),
  ONBOARDING_URL: httpUrl.optional(),
  MARKETING_SERVICE: z.enum(['matomo', 'google-analytics']).optional(),
  MARKETING_SITE: text.optional(),
  MARKETING_KEY: text.optional(),
  MARKETING_URL: httpUrl.optional(),
  GCP_MARKETPLACE_AUDIENCE: text.optional(),
  GCP_MARKETPLACE_CERTIFICATES_URL: httpUrl.default(
    'https://www.googleapis.com/robot/v1/metadata/x509/cloud-commerce-partner@system.gserviceaccount.com',
  ),
  GUESTS_WITHOUT_CAPTCHA_PER_HOUR: wholeNumber(0, 1_000_000).default(5),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: text.optional(),
  SALES_EMAIL: text.optional(),

  GUEST_FREE_GENERATIONS: wholeNumber(0, 10_000).default(GUEST_FREE_GENERATIONS),
  GUEST_FREE_DOWNLOADS: wholeNumber(0, 10_000).default(GUEST_FREE_DOWNLOADS),
  GUEST_GRANTS_PER_HOUR: wholeNumber(0, 1_000_000).default(30),
  MEMBER_FREE_GENERATIONS: wholeNumber(0, 10_000).default(MEMBER_FREE_GENERATIONS),
  MEMBER_FREE_DOWNLOADS: wholeNumber(0, 10_000).default(MEMBER_FREE_DOWNLOADS),
  GENERATIONS_PER_MINUTE: wholeNumber(1, 10_000).default(30),
  SIMULTANEOUS_TASKS_PER_USER: wholeNumber(1, 10_000).default(20),
  QUEUED_TASKS_LIMIT: wholeNumber(1, 1_000_000).default(500),
  TASK_TIMEOUT_S: wholeNumber(10, 3600).default(POLL_GIVE_UP_MS / 1000),

  MODERATION: flag.default(true),
  MODERATION_THRESHOLD: share.default(0.7),

  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_ENVIRONMENT: z.enum(['production', 'staging']).default('production'),
  STRIPE_PRICES_PRODUCTION: priceList.optional(),
  STRIPE_PRICES_STAGING: priceList.optional(),
  STRIPE_API_URL: httpUrl.optional(),
  BILLING_DEMO: flag.optional(),
  BILLING_CURRENCY: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a currency of three letters, like usd')
    .transform((code) => code.toLowerCase())
    .default(DEFAULT_CURRENCY),
  PAYMENT_GRACE_DAYS: wholeNumber(0, 60).default(PAYMENT_GRACE_DAYS),
  SUBSCRIBER_GENERATIONS_PER_DAY: wholeNumber(1, 1_000_000).default(SUBSCRIBER_GENERATIONS_PER_DAY),

  ENGINE_CUTOUT: engineOf('stability'),
  ENGINE_BACKGROUND: engineOf('openai', 'stability', 'comfyui', 'automatic1111'),
  ENGINE_INSPIRATION: engineOf('openai', 'stability', 'comfyui', 'automatic1111'),
  ENGINE_MAGIC: engineOf('openai', 'stability', 'comfyui', 'automatic1111'),
  ENGINE_UPSCALE: engineOf('stability', 'comfyui'),
  ENGINE_HARMONIZE: engineOf('stability', 'comfyui'),
  ENGINE_DESCRIBE: engineOf('chat'),
  ENGINE_PROMPT: engineOf('chat'),
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
  COMFYUI_WORKFLOWS: text.optional(),
  AUTOMATIC1111_URL: httpUrl.optional(),
  AUTOMATIC1111_KEY: text.optional(),
  AUTOMATIC1111_MODEL: text.optional(),
  CHAT_URL: httpUrl.default('https://api.openai.com/v1'),
  CHAT_KEY: text.optional(),
  CHAT_MODEL: text.optional(),

  WORKER_CONCURRENCY: wholeNumber(1, 64).default(1),
  ENGINE_CACHE_DIR: text.optional(),
  CUTOUT_MODEL_FILE: text.optional(),
  CUTOUT_MODEL_MEAN: rgbNumbers.optional(),
  CUTOUT_MODEL_STD: rgbNumbers
    .refine((numbers) => numbers.every((number) => number > 0), 'must be above 0')
    .optional(),
  CUTOUT_MODEL_LICENCE: text.optional(),
} as const;

export type ConfigKey = keyof typeof CONFIG_KEYS;

/** Keys whose value never appears in a log; each may also be given as a file, by `<KEY>_FILE`. */
export const SECRET_KEYS = [
  'AUTOMATIC1111_KEY',
  'CHAT_KEY',
  'COMFYUI_KEY',
  'ANALYTICS_KEY',
  'CAPTCHA_SECRET',
  'DATABASE_URL',
  'GOOGLE_CLIENT_SECRET',
  'MARKETING_KEY',
  'METRICS_TOKEN',
  'OPENAI_IMAGES_KEY',
  'ONBOARDING_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SESSION_SECRET',
  'SMTP_URL',
  'STABILITY_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const satisfies readonly ConfigKey[];

const valuesSchema = z.object(CONFIG_KEYS);
export type ConfigValues = z.infer<typeof valuesSchema>;

/** True when a tool is to be done by this engine. */
const names = (values: ConfigValues, id: ProviderId): boolean =>
  [
    values.ENGINE_CUTOUT,
    values.ENGINE_BACKGROUND,
    values.ENGINE_INSPIRATION,
    values.ENGINE_MAGIC,
    values.ENGINE_UPSCALE,
    values.ENGINE_HARMONIZE,
    values.ENGINE_DESCRIBE,
    values.ENGINE_PROMPT,
  ].includes(id);

/** Keys that are needed only because of another one. */
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
    when: (values) => values.SMTP_URL !== undefined,
    // Links in mails must never be made of what a request says about itself.
    because: 'is needed when SMTP_URL is set',
    keys: ['MAIL_FROM', 'PUBLIC_URL'],
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

export const configSchema = valuesSchema.superRefine((values, context) => {
  for (const { when, because, keys } of NEEDED_TOGETHER) {
    if (!when(values)) continue;
    for (const key of keys) {
      if (values[key] === undefined) context.addIssue({ code: 'custom', path: [key], message: because });
    }
  }
});
