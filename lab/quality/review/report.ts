// Prints how well the review score works.
import type { ReviewWeights } from '../../../packages/image-engine/src/pixels/quality/review/review.ts';
import { areaUnderCurve, caughtInWorst, reliability } from './fit.ts';
import type { Judged } from './fit.ts';
import { learnFrom, scoreRows } from './learn.ts';
import type { Measured } from './learn.ts';

interface Report {
  readonly cases: number;
  readonly tuning: readonly Measured[];
  readonly aside: readonly Measured[];
  readonly learned: ReviewWeights;
}

const FOLDS = 5;
const BANDS = [0, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1];
/** Shares of failures in the catalogs of shops. */
const FAILURE_SHARES = [0.03, 0.05, 0.1] as const;

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

function line(name: string, judged: readonly Judged[]): void {
  const failures = judged.filter(({ isFailure }) => isFailure).length;
  if (failures === 0 || failures === judged.length) {
    console.log(
      `| ${name} | ${judged.length} | ${failures} | – | ${FAILURE_SHARES.map(() => '–').join(' | ')} |`,
    );
    return;
  }
  const caught = FAILURE_SHARES.map((share) => percent(caughtInWorst(judged, share)));
  console.log(
    `| ${name} | ${judged.length} | ${failures} | ${areaUnderCurve(judged).toFixed(3)} | ${caught.join(' | ')} |`,
  );
}

export function printReport({ cases, tuning, aside, learned }: Report): void {
  console.log(`${cases} cases, ${cases - tuning.length - aside.length} refused\n`);
  console.log(
    `| | cut-outs | below 0.95 | AUROC | ${FAILURE_SHARES.map((s) => `in the worst tenth at ${percent(s)}`).join(' | ')} |`,
  );
  console.log('|---|---|---|---|---|---|---|');
  line('tuning, as fitted', scoreRows(tuning, learned));
  const groups = [...new Set(tuning.map((row) => row.case.source.name))];
  const findFold = (row: Measured): number => groups.indexOf(row.case.source.name) % FOLDS;
  const unseen = Array.from({ length: FOLDS }, (_, fold) =>
    scoreRows(
      tuning.filter((row) => findFold(row) === fold),
      learnFrom(tuning.filter((row) => findFold(row) !== fold)),
    ),
  ).flat();
  line('tuning, unseen products', unseen);
  const judged = scoreRows(aside, learned);
  line('**put aside**', judged);
  for (const kind of ['photo', 'render', 'composite'])
    line(
      `${kind}s put aside`,
      judged.filter((row) => row.case.kind === kind),
    );
  console.log('\n| score | cut-outs | mean score | below 0.95 |\n|---|---|---|---|');
  for (const { from, to, count, mean, failed } of reliability(judged, BANDS))
    if (count > 0) console.log(`| ${from} to ${to} | ${count} | ${percent(mean)} | ${percent(failed)} |`);
  console.log(
    `\n${Object.entries(learned.measures)
      .map(([name, { weight }]) => `${name} ${weight.toFixed(2)}`)
      .join(', ')}`,
  );
}
