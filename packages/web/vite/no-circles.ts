import type { Plugin, Rollup } from 'vite';

/**
 * Fails a build whose files import each other in a circle. Which of them runs first would depend on the page that somebody comes from, and what the
 * other one gives is not there then: a tool that works when Create is opened first breaks when it is reached from elsewhere.
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

/** The names along a circle, its first one again at the end; null: there is none. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): readonly string[] | null => {
    const at = path.indexOf(name);
    if (at !== -1) return [...path.slice(at), name];
    if (done.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const circle = follow(next, [...path, name]);
      if (circle !== null) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of imports.keys()) {
    const circle = follow(name, []);
    if (circle !== null) return circle;
  }
  return null;
}
