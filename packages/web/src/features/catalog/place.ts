/** View of the catalog, stored in the page's address so that back, forward and reload preserve it. */
export type CatalogView =
  | { readonly kind: 'runs' | 'recipes' | 'new-run' | 'new-recipe' }
  | { readonly kind: 'run' | 'review' | 'recipe'; readonly id: string };

const LISTS = ['runs', 'recipes', 'new-run', 'new-recipe'] as const;
const THINGS = ['run', 'review', 'recipe'] as const;

/** Parses the view from the address; an unknown view shows the list of runs. */
export function parsePlace(at: unknown): CatalogView {
  const text = typeof at === 'string' ? at : '';
  const list = LISTS.find((kind) => kind === text);
  if (list) return { kind: list };
  const [kind = '', id = ''] = text.split('.', 2);
  const thing = THINGS.find((candidate) => candidate === kind);
  return thing && /^[\w-]{1,64}$/.test(id) ? { kind: thing, id } : { kind: 'runs' };
}

export const buildAddress = (place: CatalogView): { readonly at?: string } => {
  if ('id' in place) return { at: `${place.kind}.${place.id}` };
  return place.kind === 'runs' ? {} : { at: place.kind };
};
