import type { ServerConfig } from '../config/config.ts';
import type { TrackersConfig } from '../config/trackers-config.ts';
import type { EventTracker, EventTrackers } from '../domain/ports/event-tracker.ts';
import { createGoogleAnalytics } from '../gateways/trackers/google-analytics.ts';
import { createMatomo } from '../gateways/trackers/matomo.ts';
import { createMixpanel } from '../gateways/trackers/mixpanel.ts';
import { createPostHog } from '../gateways/trackers/posthog.ts';
import { createSegment } from '../gateways/trackers/segment.ts';
import { createUserpilot } from '../gateways/trackers/userpilot.ts';

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

/** The services that receive events. */
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
