import type { ConfigValues } from './keys.ts';

interface TrackerConfig<Service extends string> {
  readonly service: Service;
  readonly url: string;
  readonly key: string;
  /** The service's id for this site; only used by marketing services. */
  readonly site: string;
}

/** Configured services, one per purpose; a purpose without a service is missing. */
export interface TrackersConfig {
  readonly analytics?: TrackerConfig<'mixpanel' | 'posthog' | 'segment'>;
  readonly onboarding?: TrackerConfig<'userpilot'>;
  readonly marketing?: TrackerConfig<'matomo' | 'google-analytics'>;
}

const DEFAULT_URLS = {
  mixpanel: 'https://api.mixpanel.com',
  posthog: 'https://us.i.posthog.com',
  segment: 'https://api.segment.io',
  userpilot: 'https://analytex.userpilot.io',
  matomo: '',
  'google-analytics': 'https://www.google-analytics.com',
} as const;

/** Reads the configured services. The schema guarantees that each service's settings are complete. */
export function trackersConfig(values: ConfigValues): TrackersConfig {
  const {
    ANALYTICS_SERVICE: analytics,
    ONBOARDING_SERVICE: onboarding,
    MARKETING_SERVICE: marketing,
  } = values;
  return {
    ...(analytics && {
      analytics: {
        service: analytics,
        url: values.ANALYTICS_URL ?? DEFAULT_URLS[analytics],
        key: values.ANALYTICS_KEY ?? '',
        site: '',
      },
    }),
    ...(onboarding && {
      onboarding: {
        service: onboarding,
        url: values.ONBOARDING_URL ?? DEFAULT_URLS[onboarding],
        key: values.ONBOARDING_KEY ?? '',
        site: '',
      },
    }),
    ...(marketing && {
      marketing: {
        service: marketing,
        url: values.MARKETING_URL ?? DEFAULT_URLS[marketing],
        key: values.MARKETING_KEY ?? '',
        site: values.MARKETING_SITE ?? '',
      },
    }),
  };
}
