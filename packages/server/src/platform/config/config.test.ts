import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAID_PLANS } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { describeConfig } from './describe-config.ts';
import { CONFIG_KEYS, SECRET_KEYS } from './keys.ts';

const PAGE = new URL('../../../../../docs/configuration.md', import.meta.url);
const SECRET = 'correct horse battery staple, and more';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'packshot-config-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const minimal = () => ({
  DATABASE_URL: 'postgres://app:hunter22@db.example:5432/packshot',
  DATA_DIR: dataDir,
});
const listProblems = (environment: Record<string, string>): string => {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the configuration', () => {
  it('requires nothing but a database', () => {
    const config = loadConfig(minimal());
    expect(config.port).toBe(3000);
    expect(config.allowances.guestGenerations).toBe(5);
    expect(config.objectStore).toEqual({ kind: 'disk', rootFolder: join(dataDir, 'storage') });
    expect(listProblems({})).toContain('DATABASE_URL: is missing');
  });

  it('accepts an operator’s own segmentation model', () => {
    expect(loadConfig(minimal()).cutOutModel).toBeNull();
    const file = join(dataDir, 'own.onnx');
    writeFileSync(file, '');
    const environment = { ...minimal(), CUTOUT_MODEL_FILE: file };
    expect(loadConfig(environment).cutOutModel).toEqual({ file });
    expect(
      loadConfig({ ...environment, CUTOUT_MODEL_MEAN: '0.485, 0.456,0.406', CUTOUT_MODEL_STD: '0.2,0.2,0.2' })
        .cutOutModel,
    ).toEqual({ file, mean: [0.485, 0.456, 0.406], std: [0.2, 0.2, 0.2] });
    expect(listProblems({ ...environment, CUTOUT_MODEL_MEAN: '0.5,,0.5' })).toContain(
      'CUTOUT_MODEL_MEAN: must be',
    );
    expect(listProblems({ ...environment, CUTOUT_MODEL_STD: '0,1,1' })).toContain(
      'CUTOUT_MODEL_STD: must be above 0',
    );
  });

  it('enables payments only with all of Stripe’s keys, and the demo only if it is allowed', () => {
    expect(loadConfig(minimal()).billing).toMatchObject({ mode: 'demo', currency: 'usd', stripe: null });
    const production = { ...minimal(), NODE_ENV: 'production' };
    expect(loadConfig(production).billing.mode).toBe('off');
    expect(loadConfig({ ...production, BILLING_DEMO: 'true' }).billing.mode).toBe('demo');
    expect(loadConfig({ ...minimal(), BILLING_DEMO: 'false' }).billing.mode).toBe('off');
    const keys = { ...production, STRIPE_SECRET_KEY: 'sk_live_1' };
    const problems = listProblems(keys);
    for (const key of ['STRIPE_WEBHOOK_SECRET', 'PUBLIC_URL', 'STRIPE_PRICES_PRODUCTION']) {
      expect(problems).toContain(`- ${key}: is needed when STRIPE_SECRET_KEY is set`);
    }
    const prices = (prefix: string) => PAID_PLANS.map(({ id }) => `${id}=${prefix}_${id}`).join(',');
    const whole = {
      ...keys,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      PUBLIC_URL: 'https://shop.example',
      STRIPE_PRICES_PRODUCTION: prices('live'),
      STRIPE_PRICES_STAGING: prices('test'),
    };
    expect(loadConfig(whole).billing.stripe).toMatchObject({ environment: 'production' });
    expect(loadConfig(whole).billing.stripe?.priceIds['pro-month']).toBe('live_pro-month');
    const staging = loadConfig({ ...whole, STRIPE_ENVIRONMENT: 'staging' }).billing;
    expect(staging.stripe?.priceIds['pro-month']).toBe('test_pro-month');
    expect(listProblems({ ...whole, STRIPE_PRICES_PRODUCTION: 'lite-month=price_1' })).toContain(
      'STRIPE_PRICES_PRODUCTION: must name a price for each of lite-month',
    );
    expect(JSON.stringify(describeConfig(loadConfig(whole)))).not.toMatch(/sk_live_1|whsec_1/);
  });

  it('enables a third-party captcha only with its keys', () => {
    expect(loadConfig(minimal()).captcha).toEqual({ kind: 'altcha' });
    const problems = listProblems({ ...minimal(), CAPTCHA: 'hcaptcha' });
    for (const key of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'])
      expect(problems).toContain(`- ${key}: is needed`);
    const config = loadConfig({
      ...minimal(),
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: '0x1',
      CAPTCHA_SECRET: 'captcha-secret',
    });
    expect(config.captcha).toMatchObject({
      service: 'turnstile',
      verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    });
    expect(JSON.stringify(describeConfig(config))).not.toContain('captcha-secret');
  });

  it('forwards events to a service only if all of its settings are given, and hides its key', () => {
    expect(loadConfig(minimal()).trackers).toEqual({});
    const trackerSettings = {
      ...minimal(),
      ANALYTICS_SERVICE: 'posthog',
      ONBOARDING_SERVICE: 'userpilot',
      MARKETING_SERVICE: 'matomo',
    };
    const problems = listProblems(trackerSettings);
    for (const key of [
      'ANALYTICS_KEY',
      'ANALYTICS_HOSTS',
      'ONBOARDING_KEY',
      'MARKETING_SITE',
      'MARKETING_URL',
    ]) {
      expect(problems).toContain(`- ${key}: is needed when `);
    }
    const config = loadConfig({
      ...trackerSettings,
      ANALYTICS_HOSTS: 'studio.example',
      ANALYTICS_KEY: 'phc_1',
      ONBOARDING_KEY: 'onboarding-key',
      MARKETING_SITE: '7',
      MARKETING_URL: 'https://matomo.example/',
    });
    expect(config.trackers).toMatchObject({
      analytics: { service: 'posthog', url: 'https://us.i.posthog.com', key: 'phc_1' },
      onboarding: { url: 'https://analytex.userpilot.io' },
      marketing: { url: 'https://matomo.example', site: '7' },
    });
    expect(JSON.stringify(describeConfig(config))).not.toMatch(/phc_1|onboarding-key/);
    expect(listProblems({ ...minimal(), ANALYTICS_SERVICE: 'somebody' })).toContain('ANALYTICS_SERVICE');
  });

  it('reports all invalid values at once', () => {
    const problems = listProblems({
      ...minimal(),
      PORT: '99999',
      LOG_LEVEL: 'loud',
      S3_FORCE_PATH_STYLE: 'maybe',
    });
    for (const key of ['PORT', 'LOG_LEVEL', 'S3_FORCE_PATH_STYLE']) expect(problems).toContain(`- ${key}: `);
    expect(problems).toContain('from 0 to 65535');
  });

  it('treats an empty value as absent', () => {
    expect(loadConfig({ ...minimal(), PORT: '', METRICS_TOKEN: '' }).metricsToken).toBeNull();
  });

  it('requires a bucket and keys with S3', () => {
    const problems = listProblems({ ...minimal(), OBJECT_STORE: 's3', S3_BUCKET: 'photos' });
    expect(problems).toContain('S3_ACCESS_KEY_ID: is needed when OBJECT_STORE is s3');
    expect(problems).not.toContain('S3_BUCKET');
  });

  it('reads secrets from files', () => {
    const file = join(dataDir, 'given-secret');
    writeFileSync(file, `${SECRET}\n`);
    expect(loadConfig({ ...minimal(), SESSION_SECRET_FILE: file }).sessionSecret).toBe(SECRET);
    const twice = { ...minimal(), SESSION_SECRET: SECRET, SESSION_SECRET_FILE: file };
    expect(listProblems(twice)).toContain('not both');
    expect(listProblems({ ...minimal(), METRICS_TOKEN_FILE: join(dataDir, 'absent') })).toContain(
      'cannot be read',
    );
  });

  it('creates a session secret once, readable only by its owner', () => {
    const first = loadConfig(minimal()).sessionSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(loadConfig(minimal()).sessionSecret).toBe(first);
    expect(statSync(join(dataDir, 'secrets', 'session')).mode & 0o077).toBe(0);
  });

  it('is described for the log without secrets', () => {
    const config = loadConfig({
      ...minimal(),
      SESSION_SECRET: SECRET,
      METRICS_TOKEN: 'metrics-token-0123456789',
      OBJECT_STORE: 's3',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'the-access-key',
      S3_SECRET_ACCESS_KEY: 'the-secret-key',
    });
    const text = JSON.stringify(describeConfig(config));
    for (const secret of [SECRET, 'metrics-token', 'the-access-key', 'the-secret-key', 'hunter22']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('db.example');
  });

  it('doesn’t show a malformed secret in the error', () => {
    expect(listProblems({ ...minimal(), SESSION_SECRET: 'tooshort' })).not.toContain('tooshort');
  });

  it('is documented, with an entry for each key', () => {
    const page = readFileSync(PAGE, 'utf8');
    const described = new Set([...page.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map((match) => match[1]));
    const launcherKeys = ['WORKERS'];
    expect([...described].filter((key) => !launcherKeys.includes(key ?? '')).toSorted()).toEqual(
      Object.keys(CONFIG_KEYS).toSorted(),
    );
    for (const key of SECRET_KEYS) expect(page).toContain(`${key}_FILE`);
  });
});
