import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

/** Properties of a module that are used. */
type ModuleFacts = Pick<Rolldown.ModuleInfo, 'importedIds' | 'code'>;
type ModuleOf = (id: string) => ModuleFacts | null;

/** Module that only re-exports. */
export interface Index {
  /** Specifier that other modules import. */
  readonly specifier: string;
  /** File of the module. */
  readonly id: string;
}

/**
 * Static dependencies of the given modules, including themselves; dynamic imports are excluded. From an index only the
 * imported names are followed, because it would lead to all its modules.
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

/** Exported names between braces. */
const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '');

/** Source file of each name in an index. */
function listSources(code: string, id: string): ReadonlyMap<string, string> {
  const lines = code.matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  return new Map(
    [...lines].flatMap(([, names = '', path = '']) =>
      listed(names).map((name) => [name, join(dirname(id), path)] as const),
    ),
  );
}

/** Names that a module imports from a specifier. */
const namesFrom = (code: string, specifier: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, names = '', from]) =>
    from === specifier ? listed(names) : [],
  );
