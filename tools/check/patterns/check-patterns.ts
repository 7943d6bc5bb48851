import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPatterns } from './find-patterns.ts';
import type { FoundPattern } from './find-patterns.ts';
import { UnknownCostError } from './position-automaton.ts';
import { growthOfSteps } from './steps.ts';

/** Regular expression that isn't proven linear but never sees a long text. */
export interface BoundedPattern {
  readonly file: string;
  readonly text: string;
  /** Length of the longest text to which the expression is applied, in characters. */
  readonly longest: number;
  /** Code that enforces this limit. */
  readonly because: string;
}

export interface PatternFault {
  readonly place: string;
  readonly message: string;
}

/** Largest accepted limit, in characters. A text of this length takes a fraction of a second even in quadratic time. */
const LONGEST_BOUND = 8000;

/** Reports expressions that are neither proven linear nor limited, and entries of the list that match no expression. */
export function checkPatterns(
  root: string,
  files: readonly string[],
  list: readonly BoundedPattern[],
): { readonly patterns: number; readonly faults: readonly PatternFault[] } {
  const unused = new Set(list);
  const faults: PatternFault[] = [];
  let patterns = 0;
  for (const file of files) {
    for (const foundPattern of findPatterns(file, readFileSync(join(root, file), 'utf8'))) {
      patterns += 1;
      const fault = describeFault(foundPattern);
      const place = `${file}:${String(foundPattern.line)}`;
      const entry = list.find((each) => each.file === file && each.text === foundPattern.text);
      if (entry !== undefined) unused.delete(entry);
      const message = judge(fault, entry);
      if (message !== null) faults.push({ place, message: `${foundPattern.text}\n    ${message}` });
    }
  }
  for (const { file, text } of unused)
    faults.push({
      place: file,
      message: `${text}\n    is listed as bounded, and is not in the file anymore`,
    });
  return { patterns, faults };
}

/** Reason why an expression isn't known to be linear, or null if it is proven. */
function describeFault({ pattern }: FoundPattern): string | null {
  if (pattern === null) return 'is made of what only a run knows';
  try {
    const growth = growthOfSteps(pattern.source, pattern.flags);
    return growth === 'linear' ? null : growth;
  } catch (error) {
    if (error instanceof UnknownCostError) return error.message;
    throw error;
  }
}

function judge(fault: string | null, entry: BoundedPattern | undefined): string | null {
  if (fault === null)
    return entry === undefined ? null : 'is listed as bounded, and is proven linear: take it off the list';
  if (fault === 'exponential')
    return 'may take exponentially many steps: no bound helps, write it with one way to read a text';
  if (entry === undefined)
    return fault === 'polynomial'
      ? 'may take more than linearly many steps: write it with one way to read a text, or bound the text and list it'
      : `cannot be proven linear: ${fault}`;
  return entry.longest <= LONGEST_BOUND
    ? null
    : `is listed with a bound above ${String(LONGEST_BOUND)} characters`;
}
