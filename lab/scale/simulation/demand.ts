import { seedRandom } from '../../../packages/server/src/testing/seeded.ts';
import type { Arrival } from './simulate.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Load of each hour of a day relative to the mean: shops work by day, mostly from ten to four. */
const HOURS = [
  0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.4, 0.8, 1.4, 2, 2.2, 2.2, 1.8, 2, 2.2, 2.2, 1.8, 1.4, 1, 0.8, 0.6, 0.4, 0.3,
  0.3,
];
const BUSIEST = Math.max(...HOURS);
const MEAN = HOURS.reduce((sum, each) => sum + each, 0) / HOURS.length;

/** Numbers of pictures per request, equally likely: mostly one, sometimes four for a scene, or a few others. */
const PICTURES = [1, 1, 1, 1, 1, 1, 4, 4, 2, 8] as const;
const PICTURES_MEAN = PICTURES.reduce((sum: number, each) => sum + each, 0) / PICTURES.length;

/** Arrivals of a day, by a Poisson process whose rate follows the hours. The same seed gives the same day. */
export function* dayOfArrivals(picturesADay: number, seed: number): Generator<Arrival> {
  const random = seedRandom(seed);
  const peakPerMs = ((picturesADay / PICTURES_MEAN) * BUSIEST) / MEAN / DAY_MS;
  for (let atMs = 0; ;) {
    atMs += -Math.log(1 - random()) / peakPerMs;
    if (atMs >= DAY_MS) return;
    const rate = HOURS[Math.floor(atMs / HOUR_MS)] ?? 0;
    if (random() * BUSIEST > rate) continue;
    const pictures = PICTURES[Math.floor(random() * PICTURES.length)] ?? 1;
    // Picks from a limited number of users, so that users return now and then.
    const user = String(Math.floor(random() * Math.max(20, picturesADay / 10)));
    yield { atMs, user, pictures, group: pictures === 1 ? 'one picture' : 'several' };
  }
}

/** Visitors who request one picture each, at nearly even intervals. */
export function* visitors(everyMs: number, untilMs: number, seed: number): Generator<Arrival> {
  const random = seedRandom(seed);
  for (let atMs = everyMs; atMs < untilMs; atMs += everyMs * (0.5 + random())) {
    yield { atMs, user: `visitor ${atMs}`, pictures: 1, group: 'visitor' };
  }
}

/** Log-normal service times with this mean; `variation` is the standard deviation relative to the mean. */
export function serviceTimes(meanMs: number, variation: number, seed: number): () => number {
  const random = seedRandom(seed);
  const sigma = Math.sqrt(Math.log(1 + variation ** 2));
  const mu = Math.log(meanMs) - sigma ** 2 / 2;
  return () =>
    Math.exp(mu + sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
}
