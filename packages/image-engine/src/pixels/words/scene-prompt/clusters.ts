import { distance } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';

/** Color that many samples share. */
interface Cluster {
  readonly oklab: Triple;
  /** Share of all samples that belong to the cluster, 0 to 1. */
  readonly share: number;
}

const ROUNDS = 8;
/** Oklab distance below which colors look equal. */
const SAME = 0.075;

/**
 * Finds the main colors of samples, the one with the largest share first: k-means (Lloyd, 1957) in Oklab, seeded with
 * the samples farthest from each other (Gonzalez, 1985). Clusters that look equal are merged. Deterministic.
 */
export function findClusters(samples: readonly Triple[], most: number): Cluster[] {
  if (samples.length === 0) return [];
  let centers = farApart(samples, most + 2);
  let members: Triple[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    members = centers.map(() => []);
    for (const sample of samples) members[nearest(centers, sample)].push(sample);
    centers = centers.map((center, i) => computeMean(members[i]) ?? center);
  }
  return mergeClusters(centers.map((oklab, i) => ({ oklab, share: members[i].length / samples.length })))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most);
}

function nearest(centers: readonly Triple[], sample: Triple): number {
  let best = 0;
  for (let i = 1; i < centers.length; i++) {
    if (distance(centers[i], sample) < distance(centers[best], sample)) best = i;
  }
  return best;
}

function farApart(samples: readonly Triple[], count: number): Triple[] {
  const centers: Triple[] = [computeMean(samples) ?? samples[0]];
  const apart = samples.map((sample) => distance(sample, centers[0]));
  while (centers.length < count) {
    let farthest = 0;
    for (let i = 1; i < apart.length; i++) if (apart[i] > apart[farthest]) farthest = i;
    if (apart[farthest] < SAME) break;
    const center = samples[farthest];
    centers.push(center);
    for (let i = 0; i < apart.length; i++) apart[i] = Math.min(apart[i], distance(samples[i], center));
  }
  return centers;
}

function computeMean(samples: readonly Triple[]): Triple | undefined {
  if (samples.length === 0) return undefined;
  const sum: Triple = [0, 0, 0];
  for (const sample of samples) for (let c = 0; c < 3; c++) sum[c] += sample[c];
  return [sum[0] / samples.length, sum[1] / samples.length, sum[2] / samples.length];
}

function mergeClusters(clusters: readonly Cluster[]): Cluster[] {
  const distinct: Cluster[] = [];
  for (const cluster of clusters.filter(({ share }) => share > 0).toSorted((a, b) => b.share - a.share)) {
    const same = distinct.findIndex(({ oklab }) => distance(oklab, cluster.oklab) < SAME);
    if (same === -1) distinct.push(cluster);
    else distinct[same] = together(distinct[same], cluster);
  }
  return distinct;
}

function together(first: Cluster, second: Cluster): Cluster {
  const share = first.share + second.share;
  const part = first.share / share;
  const [a, b] = [first.oklab, second.oklab];
  const mean = (c: 0 | 1 | 2): number => part * a[c] + (1 - part) * b[c];
  return { oklab: [mean(0), mean(1), mean(2)], share };
}
