import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ALLOWED_FOLDERS,
  FORBIDDEN_FOLDER_NAMES,
  IMPORT_RULES,
  PARTS,
  PLACE_RULES,
  UNCHECKED_FOLDERS,
} from '../import-rules.ts';
import { findCycles } from './cycles.ts';
import { createResolver } from './resolve.ts';
import { listCssSpecifiers, listSpecifiers } from './specifiers.ts';
import type { Specifier } from './specifiers.ts';

export interface ImportFault {
  rule: string;
  file: string;
  line: number;
  message: string;
}

export interface ImportReport {
  modules: number;
  edges: number;
  faults: ImportFault[];
}

const SOURCES = /\.(?:[cm]?[jt]sx?|css)$/;
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'test-results']);

/**
 * Reads every source file below `root` and checks its imports against the rules. A part of the repository without any
 * import is a fault too, because a check that finds no imports would pass everything.
 */
export function checkImports(root: string): ImportReport {
  const { files, folders } = walk(root);
  const faults = [...folderFaults(folders), ...files.flatMap(findMisplaced)];
  const resolve = createResolver(root);
  const edges = new Map<string, Set<string>>();
  const importsByPart = new Map<string, number>(PARTS.map((part) => [part, 0]));

  for (const file of files) {
    const targets = new Set<string>();
    edges.set(file, targets);
    const part = PARTS.find((folder) => file.startsWith(`${folder}/`)) ?? '';
    for (const specifier of readSpecifiers(root, file, faults)) {
      const resolution = resolve(file, specifier);
      if ('ignored' in resolution) continue;
      importsByPart.set(part, (importsByPart.get(part) ?? 0) + 1);
      if ('problem' in resolution) {
        const displayedSpecifier = specifier.text === null ? 'import' : `"${specifier.text}"`;
        const message = `${displayedSpecifier} ${resolution.problem}.`;
        faults.push({ rule: 'imports-resolve', file, line: specifier.line, message });
        continue;
      }
      targets.add(resolution.target);
      faults.push(...brokenRules(file, specifier, resolution.target));
    }
  }

  faults.push(...cycleFaults(edges), ...blindFaults(importsByPart));
  const imports = [...importsByPart.values()].reduce((sum, count) => sum + count, 0);
  return { modules: files.length, edges: imports, faults };
}

/** Maps each source file below `root` to its imports, named as in the import rules; omits unresolved ones. */
export function importGraph(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const resolve = createResolver(root);
  return new Map(
    walk(root).files.map((file) => {
      const resolutions = readSpecifiers(root, file, []).map((specifier) => resolve(file, specifier));
      return [
        file,
        new Set(
          resolutions.flatMap((importResolution) =>
            'target' in importResolution ? [importResolution.target] : [],
          ),
        ),
      ];
    }),
  );
}

function folderFaults(folders: readonly string[]): ImportFault[] {
  return folders.flatMap((folder) => {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    if (!FORBIDDEN_FOLDER_NAMES.includes(name) || ALLOWED_FOLDERS.includes(folder)) return [];
    const message = `Name the folder after its subject: "${name}" gathers everything in the end.`;
    return [{ rule: 'folders-say-what-is-inside', file: folder, line: 1, message }];
  });
}

function findMisplaced(file: string): ImportFault[] {
  return PLACE_RULES.filter(
    ({ files, places }) => new RegExp(files).test(file) && !new RegExp(places).test(file),
  ).map(({ name, instead }) => ({ rule: name, file, line: 1, message: instead }));
}

const cycleFaults = (edges: ReadonlyMap<string, ReadonlySet<string>>): ImportFault[] =>
  findCycles(edges).map((cycle) => ({
    rule: 'no-cycles',
    file: cycle[0] ?? '',
    line: 1,
    message: `${cycle.join(' → ')}. Move what both need into a file that knows neither.`,
  }));

const blindFaults = (importsByPart: ReadonlyMap<string, number>): ImportFault[] =>
  PARTS.filter((part) => importsByPart.get(part) === 0).map((part) => ({
    rule: 'sees-something',
    file: part,
    line: 1,
    message: 'Not one import was seen here: the check itself is broken, or the folder has moved.',
  }));

function readSpecifiers(root: string, file: string, faults: ImportFault[]): Specifier[] {
  const source = readFileSync(join(root, file), 'utf8');
  try {
    return file.endsWith('.css') ? listCssSpecifiers(source) : listSpecifiers(file, source);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    faults.push({ rule: 'files-parse', file, line: 1, message: `${error.message}.` });
    return [];
  }
}

function brokenRules(file: string, specifier: Specifier, target: string): ImportFault[] {
  return IMPORT_RULES.filter((rule) => {
    if (rule.allowsTypes === true && specifier.isType === true) return false;
    const from = new RegExp(rule.from).exec(file);
    if (!from || (rule.fromExcept !== undefined && new RegExp(rule.fromExcept).test(file))) return false;
    const fill = (pattern: string) => pattern.replace('{1}', from[1] ?? '');
    if (!new RegExp(fill(rule.to)).test(target)) return false;
    return rule.toExcept === undefined || !new RegExp(fill(rule.toExcept)).test(target);
  }).map((rule) => ({
    rule: rule.name,
    file,
    line: specifier.line,
    message: `imports ${target}. ${rule.instead}`,
  }));
}

/** Source files and folders, as `/`-separated paths from the root, in a stable order. */
function walk(root: string): { files: string[]; folders: string[] } {
  const files: string[] = [];
  const folders: string[] = [];
  const visit = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
      if (NOT_OURS.has(entry.name) || entry.name.startsWith('.')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (folder === '' && UNCHECKED_FOLDERS.includes(entry.name)) continue;
        folders.push(path);
        visit(path);
      } else if (SOURCES.test(entry.name)) files.push(path);
    }
  };
  visit('');
  return { files, folders };
}
