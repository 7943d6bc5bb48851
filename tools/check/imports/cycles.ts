/**
 * Finds strongly connected components of more than one node, and nodes with an edge to themselves. Tarjan's algorithm
 * (1972), with an explicit stack instead of recursion.
 *
 * @returns one shortest cycle of each component, starting at its first name in alphabetical order
 */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  return components(edges)
    .filter((component) => component.length > 1 || edges.get(component[0] ?? '')?.has(component[0] ?? ''))
    .map((component) => shortestCycle(edges, new Set(component), component.toSorted()[0] ?? ''))
    .toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}

function components(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const result: string[][] = [];

  for (const root of edges.keys()) {
    if (order.has(root)) continue;
    const path = [{ node: root, next: enter(root) }];
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const { node, next } = frame;
      const step = next.next();
      if (!step.done) {
        const target = step.value;
        if (!order.has(target)) path.push({ node: target, next: enter(target) });
        else if (isOpen.has(target)) lower(node, order.get(target) ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) lower(parent.node, low.get(node) ?? 0);
      if (low.get(node) === order.get(node)) result.push(close(node));
    }
  }
  return result;

  function enter(node: string): Iterator<string> {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    open.push(node);
    isOpen.add(node);
    return (edges.get(node) ?? new Set<string>()).values();
  }
  function lower(node: string, value: number): void {
    low.set(node, Math.min(low.get(node) ?? 0, value));
  }
  function close(node: string): string[] {
    const component = open.splice(open.lastIndexOf(node));
    for (const member of component) isOpen.delete(member);
    return component;
  }
}

/** Breadth-first search from `start` within its component until an edge leads back. */
function shortestCycle(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  component: ReadonlySet<string>,
  start: string,
): string[] {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  const queue = [start];
  for (const node of queue) {
    for (const target of edges.get(node) ?? []) {
      if (target === start) {
        const path = [start];
        for (let at: string | null = node; at !== null && at !== start; at = cameFrom.get(at) ?? null) {
          path.splice(1, 0, at);
        }
        return [...path, start];
      }
      if (!component.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  throw new Error(`${start} is in no cycle`);
}
