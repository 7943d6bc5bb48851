import { MESSAGES } from '@packshot/contract/messages';
import { useGlobalState } from './global-state.ts';

/**
 * Covers the page with a loader while `work` runs, because all other actions have to wait.
 * @throws any error that `work` throws
 */
export async function whileProcessing<T>(work: () => Promise<T>): Promise<T> {
  useGlobalState.setState({ pageLoader: MESSAGES.processing });
  try {
    return await work();
  } finally {
    useGlobalState.setState({ pageLoader: false });
  }
}
