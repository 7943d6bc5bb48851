import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

type ModuleFacts = Pick<Rolldown.ModuleInfo, 'importedIds' | 'code'>;
type ModuleOf = (id: string) => ModuleFacts | null;

/** Index module: it only re-exports names of other modules. */
export interface Index {
  /** Specifier by which other modules import the index. */
  readonly specifier: string;
  /** Path of the index's file. */
  readonly id: string;
}

/**
 * Modules that the given modules import statically, including themselves; dynamic imports are excluded. From an index,
 * only the imported names are followed, because the index itself imports all its modules.
 */
export function neededBy(entries: readonly string[], getModule: ModuleOf, index: Index): ReadonlySet<string> {
  const sources = listSources(getModule(index.id)?.code ?? '', index.id);
  const visited = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (visited.has(id) || id === index.id) continue;
    visited.add(id);
    const module = getModule(id);
    if (!module) continue;
    const usedSources = namesFrom(module.code ?? '', index.specifier).map((name) => {
      const source = sources.get(name);
      if (source === undefined)
        throw new Error(`${index.specifier} does not hand on ${name}, which ${id} imports.`);
      return source;
    });
    waiting.push(...module.importedIds, ...usedSources);
  }
  return visited;
}

/** Names in the list between the braces of an export or import. */
const splitNames = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '');

/** Source file of each name in an index. */
function listSources(code: string, id: string): ReadonlyMap<string, string> {
  const lines = code.matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  return new Map(
    [...lines].flatMap(([, names = '', path = '']) =>
      splitNames(names).map((name) => [name, join(dirname(id), path)] as const),
    ),
  );
}

/** Names that a module imports from a specifier. */
const namesFrom = (code: string, specifier: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, names = '', from]) =>
    from === specifier ? splitNames(names) : [],
  );
