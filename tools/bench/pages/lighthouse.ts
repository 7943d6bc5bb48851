import { createRequire } from 'node:module';
import { join } from 'node:path';
import { median } from '../contestants.ts';
import { installedIn } from '../installed.ts';

const PACKAGES = { dependencies: { lighthouse: '13.5.0' } };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export const METRICS = [
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;
export const PRESETS = ['mobile', 'desktop'] as const;
export type Preset = (typeof PRESETS)[number];

interface Audit {
  readonly title: string;
  /** Score from 0 to 1, or null for an audit without one. */
  readonly score: number | null;
  readonly numericValue?: number;
  readonly displayValue?: string;
  readonly details?: unknown;
}
interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}
interface LighthouseReport {
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<Record<string, Category>>;
  readonly runtimeError?: { readonly message: string };
}

/** Types for the functions of Lighthouse that we use; it is installed on demand, so its own types aren't available. */
interface LighthousePackage {
  default(
    url: string,
    flags: { port: number; onlyCategories: readonly string[]; logLevel: 'error' },
    config?: unknown,
  ): Promise<{ lhr: LighthouseReport } | undefined>;
  readonly desktopConfig: unknown;
}
interface ChromeLauncher {
  launch(options: {
    chromePath: string;
    chromeFlags: readonly string[];
  }): Promise<{ port: number; kill(): void }>;
}

export interface PageFigures {
  /** Scores from 0 to 100, by category. */
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  /** Metrics in milliseconds; the layout shift is a fraction. */
  readonly metrics: Readonly<Record<(typeof METRICS)[number], number>>;
  /** Lighthouse's findings, without duplicates. */
  readonly complaints: readonly string[];
}

/**
 * Visits a page `runs` times as a first-time visitor, with an empty cache.
 * @param chromePath path of a Chromium
 * @throws Error if Lighthouse couldn't load the page
 */
export async function visitPage(
  url: string,
  preset: Preset,
  { runs, chromePath, folder }: { runs: number; chromePath: string; folder: string },
): Promise<PageFigures> {
  installedIn(folder, PACKAGES);
  const loadPeer = createRequire(join(folder, 'package.json'));
  const lighthouse = loadPeer('lighthouse') as LighthousePackage;
  const { launch } = loadPeer('chrome-launcher') as ChromeLauncher;
  const reports: LighthouseReport[] = [];
  let refused = 0;
  while (reports.length < runs) {
    const chrome = await launch({ chromePath, chromeFlags: FLAGS });
    try {
      const flags = { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' } as const;
      const config = preset === 'desktop' ? lighthouse.desktopConfig : undefined;
      const result = await lighthouse.default(url, flags, config);
      if (result && !result.lhr.runtimeError) reports.push(result.lhr);
      // Occasionally Chromium records a trace without a beginning; Lighthouse then has to run again.
      else if ((refused += 1) > MOST_REFUSED)
        throw new Error(`Lighthouse could not visit ${url}: ${result?.lhr.runtimeError?.message ?? ''}`);
    } finally {
      chrome.kill();
    }
  }
  return computeFigures(reports);
}

const MOST_REFUSED = 3;

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
];

function computeFigures(reports: readonly LighthouseReport[]): PageFigures {
  const score = (category: string): number =>
    100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0));
  const metric = (id: string): number => median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0));
  const complaints = new Set<string>();
  for (const { audits, categories } of reports) {
    for (const category of CATEGORIES) {
      for (const { id } of categories[category]?.auditRefs ?? []) {
        const { score: auditScore = null, title = '', displayValue = '' } = audits[id] ?? {};
        // Lists audits with a score below 0.9, from which Lighthouse marks an audit green.
        if (auditScore !== null && auditScore < 0.9)
          complaints.add(`${category}: ${title} (${id}) ${displayValue}`);
      }
    }
  }
  const byName = <Name extends string>(names: readonly Name[], of: (name: Name) => number) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
  return {
    scores: byName(CATEGORIES, score),
    metrics: byName(METRICS, metric),
    complaints: [...complaints],
  };
}
