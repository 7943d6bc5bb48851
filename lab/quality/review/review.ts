// npm --prefix lab run quality -- --only review [--set DIR] [--photos DIR] [--cache DIR] [--kept] [--write]
//
// Learns the probability that a cut-out needs correction from cut-outs with known ground truth, using only the tuning
// part, and prints the quality of the score on the held-out part. `--write` stores the learned weights in the engine.
// Outcomes are cached; `--kept` learns only from cached ones.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeMeasures } from '../../../packages/image-engine/src/pixels/quality/review/review.ts';
import type { SegmentationSession } from '../../../packages/image-engine/src/models/segmentation-session.ts';
import { createCases, itemSources, photoSources } from './cases.ts';
import { SAMPLE_FOLDER } from '../read-ground-truth.ts';
import { isKept, openNetwork, examineCase } from './examine.ts';
import { learnFrom } from './learn.ts';
import type { Measured } from './learn.ts';
import { printReport } from './report.ts';

const OUT = join(import.meta.dirname, '../../../packages/image-engine/src/pixels/quality/review/review-weights.json');
const LIST = join(import.meta.dirname, 'cases.tsv');
/** Overlap (IoU) below which a cut-out needs correction. */
const GOOD_FROM = 0.95;
export interface ReviewOptions {
  readonly set: string;
  readonly photos: string;
  readonly cache: string;
  readonly cacheDir: string;
  readonly limit: number;
  /** True to use only cases that are in the cache. */
  readonly isKeptOnly: boolean;
  readonly isWritten: boolean;
}

export async function measureReview(options: ReviewOptions): Promise<void> {
  const photos = existsSync(join(options.photos, 'MANIFEST.tsv')) ? photoSources(options.photos) : [];
  const rendered = itemSources(options.set);
  const sample = itemSources(SAMPLE_FOLDER).filter(
    ({ name }) => !rendered.some((item) => item.name === name),
  );
  const items = [...rendered, ...sample];
  const cases = createCases(photos, items)
    .filter((one) => !options.isKeptOnly || isKept(one, options.cache))
    .slice(0, options.limit);
  let opened: Promise<SegmentationSession> | undefined;
  const network = (): Promise<SegmentationSession> => (opened ??= openNetwork(options.cacheDir));
  const rows: Measured[] = [];
  for (const one of cases) {
    const { iou, examined } = await examineCase(one, [...photos, ...items], network, options.cache);
    if (examined !== undefined)
      rows.push({ case: one, iou, isFailure: iou < GOOD_FROM, measures: computeMeasures(examined) });
  }
  await (await opened)?.release();
  const [tuning, aside] = [false, true].map((is) => rows.filter((row) => row.case.source.isHeldOut === is));
  const learned = learnFrom(tuning ?? []);
  printReport({ cases: cases.length, tuning: tuning ?? [], aside: aside ?? [], learned });
  if (!options.isWritten) return;
  writeFileSync(OUT, `${JSON.stringify(learned, undefined, 1)}\n`);
  const lines = rows.map((row) =>
    [row.case.id, row.case.source.isHeldOut ? 'put-aside' : 'tuning', row.iou.toFixed(3)].join('\t'),
  );
  writeFileSync(LIST, `id\tpart\tiou\n${lines.join('\n')}\n`);
}
