import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { CONFIG_KEYS, SECRET_KEYS } from './keys.ts';
import type { ConfigKey } from './keys.ts';

const WRONG: Partial<Record<ConfigKey, readonly string[]>> = {
  NODE_ENV: ['prod', 'Production'],
  DEVELOPMENT_OPEN_TO_OTHERS: ['yes'],
  HOST: ['http://0.0.0.0', '0.0.0.0/0', 'two words'],
  PORT: ['x', '-1', '65536', '1e3', '80.5'],
  PUBLIC_URL: [
    'shop.example',
    'ftp://shop.example',
    'https://shop.example/studio',
    'https://shop.example/?a=1',
    'https://shop.example/#a',
    'https://user:word@shop.example',
    'http://',
  ],
  TRUST_PROXY: ['lol', '1.2.3', '10.0.0.0/33', '10.0.0.0/8/8', '127.0.0.1,', 'yes', '::1/129', '-1'],
  CORS_ORIGINS: ['https://shop.example/', 'shop.example', '*', ','],
  PRODUCT_SLUG: ['No Slug', '-', '../x'],
  WEB_DIST: ['/nowhere/at/all'],
  LOG_LEVEL: ['loud'],
  CONNECTIONS_LIMIT: ['1', 'none'],
  CONNECTIONS_PER_ADDRESS_LIMIT: ['0'],
  METRICS_TOKEN: ['short'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector'],
  OTEL_EXPORTER_OTLP_HEADERS: ['token', 'a b=c', 'token=%zz', 'x=a\nb'],
  OTEL_TRACES_SAMPLER_ARG: ['2', 'all'],
  OPERATOR_EMAILS: ['ann', 'ann@shop.example;bob@shop.example', ','],
  DATA_DIR: ['   '],
  DATABASE_URL: [
    'mysql://db/x',
    'db.example',
    'postgresql://',
    'postgres://db:99999/x',
    'postgres://a:p#w@db:x/y',
  ],
  DATABASE_POOL_SIZE: ['0', 'many'],
  OBJECT_STORE: ['floppy'],
  S3_BUCKET: ['a b', '../x', 'x'],
  S3_REGION: ['us east', 'a/b'],
  S3_ENDPOINT: ['s3.example', 'file:///x'],
  S3_PUBLIC_ENDPOINT: ['s3.example'],
  S3_FORCE_PATH_STYLE: ['maybe'],
  BACKUP_S3_REGION: ['us east', 'a/b'],
  BACKUP_S3_ENDPOINT: ['s3.example', 'file:///x'],
  BACKUP_S3_FORCE_PATH_STYLE: ['maybe'],
  SESSION_SECRET: ['too-short-s3cr3t', 'change-me-to-64-random-characters'],
  SMTP_URL: ['mail.example', 'smtp://', 'http://mail.example'],
  MAIL_FROM: ['Packshot', 'a b@c', 'a@b\nbcc: c@d', 'Packshot <hello>'],
  SALES_EMAIL: ['sales', 'Sales <sales@shop.example>'],
  SIGN_UP: ['nobody', 'domain:', 'domain:shop', 'domain:*.shop.example'],
  GOOGLE_FLOW: ['magic'],
  GOOGLE_AUTHORIZATION_URL: ['x'],
  GOOGLE_TOKEN_URL: ['x'],
  GOOGLE_TOKENINFO_URL: ['x'],
  GOOGLE_USERINFO_URL: ['x'],
  GCP_MARKETPLACE_CERTIFICATES_URL: ['x'],
  CAPTCHA: ['none'],
  CAPTCHA_VERIFY_URL: ['x'],
  CAPTCHA_SCRIPT_URL: ['x'],
  GUESTS_WITHOUT_CAPTCHA_PER_HOUR: ['-1', 'all'],
  ANALYTICS_HOSTS: ['https://a', 'a b'],
  INTERNAL_MAIL_DOMAINS: ['@shop.example'],
  ANALYTICS_SERVICE: ['somebody'],
  ANALYTICS_URL: ['x'],
  ONBOARDING_SERVICE: ['somebody'],
  ONBOARDING_URL: ['x'],
  MARKETING_SERVICE: ['somebody'],
  MARKETING_URL: ['x'],
  GUEST_FREE_GENERATIONS: ['-1', 'five'],
  GUEST_FREE_DOWNLOADS: ['-1'],
  GUEST_GRANTS_PER_HOUR: ['-1'],
  GUESTS_PER_HOUR: ['0'],
  GUEST_RETENTION_DAYS: ['0', 'never'],
  MEMBER_FREE_GENERATIONS: ['-1'],
  MEMBER_FREE_DOWNLOADS: ['-1'],
  GENERATIONS_PER_MINUTE: ['0'],
  SIMULTANEOUS_TASKS_PER_USER: ['0'],
  QUEUED_TASKS_LIMIT: ['0'],
  GUEST_QUEUED_TASKS_LIMIT: ['0'],
  GUEST_QUEUED_TASKS_PER_ADDRESS: ['0'],
  GUEST_STORAGE_MB: ['0', '1 GB'],
  GUEST_STORAGE_PER_ADDRESS_MB: ['0'],
  ACCOUNT_STORAGE_MB: ['0'],
  SUBSCRIBER_STORAGE_MB: ['0'],
  TASK_TIMEOUT_S: ['1', '1d'],
  MODERATION: ['perhaps'],
  MODERATION_THRESHOLD: ['1.5', '-0.1', 'high'],
  STRIPE_SECRET_KEY: ['pk_live_1', 'secret'],
  STRIPE_WEBHOOK_SECRET: ['secret'],
  STRIPE_ENVIRONMENT: ['live'],
  STRIPE_PRICES_PRODUCTION: ['lite-month=price_1', 'x'],
  STRIPE_PRICES_STAGING: ['x'],
  STRIPE_API_URL: ['x'],
  BILLING: ['demo', 'true'],
  BILLING_DEMO: ['sometimes'],
  BILLING_CURRENCY: ['dollars', 'qqq', '12'],
  PAYMENT_GRACE_DAYS: ['61', 'week'],
  SUBSCRIBER_GENERATIONS_PER_DAY: ['0'],
  ENGINE_CUTOUT: ['openai'],
  ENGINE_BACKGROUND: ['x'],
  ENGINE_INSPIRATION: ['x'],
  ENGINE_MAGIC: ['x'],
  ENGINE_UPSCALE: ['openai'],
  ENGINE_HARMONIZE: ['x'],
  ENGINE_DESCRIBE: ['openai'],
  ENGINE_PROMPT: ['x'],
  ENGINE_PRIVATE_HOSTS: ['http://gpu', 'a b'],
  BUCKET_PRIVATE_HOSTS: ['http://gpu', 'a b'],
  ENGINE_CONCURRENCY: ['4', 'openai=0', 'somebody=1'],
  ENGINE_PER_MINUTE: ['openai=x'],
  ENGINE_TIMEOUT_S: ['1'],
  OPENAI_IMAGES_URL: ['x'],
  STABILITY_URL: ['x'],
  COMFYUI_URL: ['x'],
  COMFYUI_WORKFLOWS: ['/nowhere/at/all'],
  AUTOMATIC1111_URL: ['x'],
  AUTOMATIC1111_KEY: ['n0-colon'],
  CHAT_URL: ['x'],
  WORKER_CONCURRENCY: ['0', '65'],
  SPARE_ENGINES: ['-1', '17'],
  CREDENTIALS_CERTIFICATE_FILE: ['/nowhere/at/all.pem', '/'],
  CREDENTIALS_KEY_FILE: ['/nowhere/at/all.pem', '/'],
  CUTOUT_MODEL_FILE: ['/nowhere/at/all.onnx', '/'],
  CUTOUT_MODEL_MEAN: ['0.5', 'a,b,c', '0.5,,0.5'],
  CUTOUT_MODEL_STD: ['0,1,1'],
};

/** Variables that accept any text or whose value only a third party can check. */
const ANYTHING: readonly ConfigKey[] = [
  'ANALYTICS_KEY',
  'AUTOMATIC1111_MODEL',
  'CAPTCHA_SECRET',
  'CAPTCHA_SITE_KEY',
  'CHAT_KEY',
  'CHAT_MODEL',
  'COMFYUI_KEY',
  'COMFYUI_MODEL',
  'CUTOUT_MODEL_LICENSE',
  'ENGINE_CACHE_DIR',
  'GCP_MARKETPLACE_AUDIENCE',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'MARKETING_KEY',
  'MARKETING_SITE',
  'ONBOARDING_KEY',
  'OPENAI_IMAGES_KEY',
  'OPENAI_IMAGES_MODEL',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STABILITY_KEY',
];

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'packshot-config-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function readMessage(change: Record<string, string>): string {
  try {
    loadConfig({ DATABASE_URL: 'postgres://app@db.example/packshot', DATA_DIR: dataDir, ...change });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('an invalid configuration value', () => {
  it('is tested for every key', () => {
    expect([...Object.keys(WRONG), ...ANYTHING].toSorted()).toEqual(Object.keys(CONFIG_KEYS).toSorted());
  });

  it.each(Object.entries(WRONG).flatMap(([key, values]) => values.map((value) => [key, value] as const)))(
    '%s=%s is refused with one line that names the expected value',
    (key, value) => {
      const lines = readMessage({ [key]: value }).split('\n');
      const about = lines.filter((line) => line.startsWith(`  - ${key}: `));
      expect(about, lines.join('\n')).toHaveLength(1);
      expect(about[0]).toMatch(/: (?:must|is needed)/);
      // The error has our own message, because Zod's messages are written for programmers.
      expect(lines.join('\n')).not.toMatch(/invalid|expected|undefined|received|regex|pattern/i);
      if ((SECRET_KEYS as readonly string[]).includes(key)) expect(lines.join('\n')).not.toContain(value);
    },
  );

  it('is refused for a data folder below a file', () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    expect(readMessage({ DATA_DIR: join(file, 'data') })).toContain('  - DATA_DIR: cannot be used');
  });
});

describe('a server in development', () => {
  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: 'studio.lan' },
    { PUBLIC_URL: 'https://studio.example.com' },
    { PUBLIC_URL: 'http://192.168.1.20:3000' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: '127.0.0.1' },
    { NODE_ENV: 'test', HOST: '0.0.0.0' },
  ] as Record<string, string>[])('doesn’t start if other machines can reach it: %o', (change) => {
    const message = readMessage(change);
    const [[key, value] = ['', '']] = Object.entries(change).filter(([name]) => name !== 'NODE_ENV');
    expect(message).toContain(`(${key}=${value})`);
    const missing = ['NODE_ENV=production', 'PUBLIC_URL=https://', 'TRUST_PROXY=127.0.0.1'].filter(
      (line) => !line.startsWith(key),
    );
    for (const line of missing) expect(message).toContain(`\n${line}`);
    expect(readMessage({ ...change, DEVELOPMENT_OPEN_TO_OTHERS: 'true' })).toBe('');
    expect(readMessage({ ...change, NODE_ENV: 'production' })).toBe('');
  });

  it.each([
    {},
    { HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.8.8.8' },
    { PUBLIC_URL: 'http://localhost:4000' },
    { PUBLIC_URL: 'http://[::1]:4000/' },
    { TRUST_PROXY: 'false' },
  ] as Record<string, string>[])('starts if only this machine can reach it: %o', (change) => {
    expect(readMessage(change)).toBe('');
  });

  it('starts and reports the settings that let others reach it, if the operator permitted that', () => {
    const environment = { DATABASE_URL: 'postgres://app@db.example/packshot', DATA_DIR: dataDir, HOST: '::' };
    expect(loadConfig({ ...environment, DEVELOPMENT_OPEN_TO_OTHERS: '1' }).openDevelopment).toEqual([
      'HOST=::',
    ]);
    expect(loadConfig({ ...environment, NODE_ENV: 'production' }).openDevelopment).toEqual([]);
  });
});
