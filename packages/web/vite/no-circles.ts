import type { Plugin, Rollup } from 'vite';

/**
 * Vite plugin that fails a build whose files import each other in a circle. The order in which they run would depend
 * on the page that is opened first, so exports could be missing: a tool might work if Create is opened first, and fail
 * if another page is.
 */
export function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle)
          .filter((file): file is Rollup.OutputChunk => file.type === 'chunk')
          .map((chunk) => [chunk.fileName, chunk.imports] as const),
      );
      const circle = circleIn(imports);
      if (circle !== null) this.error(`These files import each other: ${circle.join(' → ')}`);
    },
  };
}

/** Names along a cycle of imports, with the first one repeated at the end; null without a cycle. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const finished = new Set<string>();
  const follow = (name: string, path: readonly string[]): readonly string[] | null => {
    const at = path.indexOf(name);
    if (at !== -1) return [...path.slice(at), name];
    if (finished.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const circle = follow(next, [...path, name]);
      if (circle !== null) return circle;
    }
    finished.add(name);
    return null;
  };
  for (const name of imports.keys()) {
    const circle = follow(name, []);
    if (circle !== null) return circle;
  }
  return null;
}
