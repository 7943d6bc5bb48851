import type { StudioContext } from './studio-context.ts';

/** Loads the built-in references once; a later call tries again after a failure. */
export async function loadReferences({ services, store }: StudioContext): Promise<void> {
  const { phase } = store.getState().shelf;
  if (phase === 'loading' || phase === 'ready') return;
  store.setState({ shelf: { phase: 'loading', references: [] } });
  try {
    store.setState({ shelf: { phase: 'ready', references: await services.references() } });
  } catch (error) {
    console.warn('The references did not arrive.', error);
    store.setState({ shelf: { phase: 'failed', references: [] } });
  }
}
