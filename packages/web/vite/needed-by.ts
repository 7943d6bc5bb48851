import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

/** What of a module is looked at. */
type ModuleFacts = Pick<Rolldown.ModuleInfo, 'importedIds' | 'code'>;
type ModuleOf = (id: string) => ModuleFacts | null;

/** A module that only hands on what others export. */
export interface Index {
  /** As others import it. */
  readonly specifier: string;
  /** Its file. */
  readonly id: string;
}

/**
 * All that the given modules import, and what that imports, themselves included; without what comes later by `import()`. Of an
 * index only what is named goes on from there: it would lead to everything.
 */
export function neededBy(entries: readonly string[], moduleOf: ModuleOf, index: Index): ReadonlySet<string> {
  const sources = sourcesOf(moduleOf(index.id)?.code ?? '', index.id);
  const found = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || id === index.id) continue;
    found.add(id);
    const module = moduleOf(id);
    if (!module) continue;
    const named = namesFrom(module.code ?? '', index.specifier).map((name) => {
      const source = sources.get(name);
      if (source === undefined)
        throw new Error(`${index.specifier} does not hand on ${name}, which ${id} imports.`);
      return source;
    });
    waiting.push(...module.importedIds, ...named);
  }
  return found;
}

/** The names between braces, as they are exported. */
const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '');

/** Which file each name of an index comes from. */
function sourcesOf(code: string, id: string): ReadonlyMap<string, string> {
  const lines = code.matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  return new Map(
    [...lines].flatMap(([, names = '', path = '']) =>
      listed(names).map((name) => [name, join(dirname(id), path)] as const),
    ),
  );
}

/** What a module imports from there. */
const namesFrom = (code: string, specifier: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, names = '', from]) =>
    from === specifier ? listed(names) : [],
  );
