import type { Budget } from './budgets.ts';

export interface SizedSource {
  /** Path of the file from the root, with `/` as separator. */
  readonly path: string;
  readonly lines: number;
}

/** True for source files of the product: no tests, test data or generated files. */
export const isProduction = (path: string): boolean =>
  /^(?:packages|tools)\/.*\.(?:[cm]?[jt]sx?|css|sql)$/.test(path) &&
  !/\.test\.tsx?$|\.d\.ts$|\/testing\/|^packages\/[^/]+\/test\/|\/migrations\/|\/generated\.ts$|\/vitest\.config\.ts$/.test(
    path,
  );

/**
 * Slack before a budget must be lowered: the folder may be smaller by this share of the budget plus this many files or
 * lines.
 */
const SLACK = { share: 0.1, files: 1, lines: 50 };

/** Sentences about sizes that don't fit their budget. A file belongs to the budget with the longest matching folder. */
export function sizeFaults(sources: readonly SizedSource[], budgets: readonly Budget[]): string[] {
  const longestFirst = budgets.toSorted((a, b) => b.folder.length - a.folder.length);
  const sizes = new Map(budgets.map((budget) => [budget, { files: 0, lines: 0 }]));
  const faults: string[] = [];
  for (const { path, lines } of sources) {
    const budget = longestFirst.find(({ folder }) => path.startsWith(`${folder}/`));
    const size = budget && sizes.get(budget);
    if (size === undefined) {
      faults.push(`${path} belongs to no budget.`);
      continue;
    }
    size.files += 1;
    size.lines += lines;
  }
  for (const [{ folder, files, lines }, size] of sizes) {
    const is = `${folder} has ${String(size.files)} files and ${String(size.lines)} lines`;
    const allowed = `${String(files)} files and ${String(lines)} lines`;
    if (size.files > files || size.lines > lines)
      faults.push(`${is}; its budget is ${allowed}. Remove code, or raise the budget in this change.`);
    else if (
      size.files < files * (1 - SLACK.share) - SLACK.files ||
      size.lines < lines * (1 - SLACK.share) - SLACK.lines
    )
      faults.push(`${is}; its budget is ${allowed}. Lower the budget.`);
  }
  return faults;
}
