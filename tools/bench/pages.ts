// npm run bench -- pages
//
// Lighthouse results for the pages that a first-time visitor sees, on Lighthouse's simulated phone and desktop, with
// the amount of script that each page loads. Prints Lighthouse's findings to the terminal.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROUTES } from '../../packages/contract/src/routes.ts';
import { findBrowser } from '../test/browser.ts';
import { row } from './contestants.ts';
import { METRICS, PRESETS, visitPage } from './pages/lighthouse.ts';
import type { PageFigures } from './pages/lighthouse.ts';
import { weighScript } from './pages/script-weight.ts';
import { onRunningProduct } from './running-product.ts';

/** Options of the command: `--runs 1 --only /studio` for a quick look. */
const { runs, only } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, only: { type: 'string' } },
}).values;
const FOLDER = join(import.meta.dirname, '../../.packshot/bench/lighthouse');

interface BenchPage {
  readonly path: string;
  /** Selector of the element with which the page becomes usable. */
  readonly selector: string;
}
const PAGES: readonly BenchPage[] = [
  { path: ROUTES.home, selector: 'main button' },
  { path: ROUTES.studio, selector: 'main input[type=file]' },
  { path: `${ROUTES.home}?tab=pricing`, selector: 'main h1' },
  { path: ROUTES.signIn, selector: 'main form' },
];

async function measure(address: string): Promise<void> {
  const chromePath = await findBrowser(say);
  const pages = PAGES.filter(({ path }) => only === undefined || path === only);
  console.log(`Medians of ${runs} visits with an empty cache. Scores go to 100.\n`);
  const heads = ['performance', 'accessibility', 'best practices', 'SEO', 'LCP', 'TBT', 'CLS'];
  console.log(row(['page', 'preset', ...heads]));
  console.log(row(Array<string>(heads.length + 2).fill('---')));
  for (const { path } of pages) {
    for (const preset of PRESETS) {
      say(`${path}, ${preset}`);
      const visited = await visitPage(`${address}${path}`, preset, {
        runs: Number(runs),
        chromePath,
        folder: FOLDER,
      });
      for (const complaint of visited.complaints) say(`  ${complaint}`);
      console.log(row([`\`${path}\``, preset, ...formatCells(visited)]));
    }
  }
  console.log(`\n${row(['page', 'compressed script before it is usable', 'all script of the first visit'])}`);
  console.log(row(Array<string>(3).fill('---')));
  const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  for (const { path, selector } of pages) {
    const { beforeUsableBytes, totalBytes } = await weighScript(`${address}${path}`, selector, chromePath);
    console.log(row([`\`${path}\``, kB(beforeUsableBytes), kB(totalBytes)]));
  }
}

function formatCells({ scores, metrics }: PageFigures): string[] {
  const [lcp, tbt, cls] = METRICS;
  return [
    ...Object.values(scores).map((score) => score.toFixed(0)),
    `${(metrics[lcp] / 1000).toFixed(2)} s`,
    `${metrics[tbt].toFixed(0)} ms`,
    metrics[cls].toFixed(3),
  ];
}

function say(line: string): void {
  process.stderr.write(`pages: ${line}\n`);
}

await onRunningProduct(({ address }) => measure(address));
