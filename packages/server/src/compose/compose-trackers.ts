import type { ServerConfig } from '../platform/config/config.ts';
import type { TrackersConfig } from '../platform/config/trackers-config.ts';
import type { EventTracker, EventTrackers } from '../platform/trackers/event-tracker.ts';
import { createGoogleAnalytics } from '../platform/trackers/google-analytics.ts';
import { createMatomo } from '../platform/trackers/matomo.ts';
import { createMixpanel } from '../platform/trackers/mixpanel.ts';
import { createPostHog } from '../platform/trackers/posthog.ts';
import { createSegment } from '../platform/trackers/segment.ts';
import { createUserpilot } from '../platform/trackers/userpilot.ts';

interface TrackerOptions {
  readonly url: string;
  readonly key: string;
  readonly site: string;
  readonly siteUrl: string;
}

type ServiceName = NonNullable<TrackersConfig[keyof TrackersConfig]>['service'];
type TrackerMakers = Readonly<Record<ServiceName, (options: TrackerOptions) => EventTracker>>;

const SERVICES: TrackerMakers = {
  mixpanel: createMixpanel,
  posthog: createPostHog,
  segment: createSegment,
  userpilot: createUserpilot,
  matomo: createMatomo,
  'google-analytics': ({ url, key, site, siteUrl }) =>
    createGoogleAnalytics({ url, measurementId: site, apiSecret: key, siteUrl }),
};

export function openTrackers({
  trackers,
  siteUrl,
}: Pick<ServerConfig, 'trackers' | 'siteUrl'>): EventTrackers {
  const { analytics, onboarding, marketing } = trackers;
  return {
    ...(analytics && { analytics: SERVICES[analytics.service]({ ...analytics, siteUrl }) }),
    ...(onboarding && { onboarding: SERVICES[onboarding.service]({ ...onboarding, siteUrl }) }),
    ...(marketing && { marketing: SERVICES[marketing.service]({ ...marketing, siteUrl }) }),
  };
}
