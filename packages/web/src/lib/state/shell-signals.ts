/**
 * Functions with which pages signal the app shell. The state behind them has agreed names (docs/requirements.md,
 * section 3).
 */
import { useGlobalState } from './global-state.ts';

/** Sets the addresses of the stage's pictures, null for none; with any, the shell's background is plain. */
export const setStagePictures = (photoUrl: string | null, resultUrl: string | null): void =>
  useGlobalState.setState({ contextImage: photoUrl, finalImageRedux: resultUrl });

/**
 * Stores the outcome of the last generation.
 * @param prompt omit if it had none; the previous prompt then stays
 */
export const noteGeneration = ({
  isCanceled,
  prompt,
}: {
  readonly isCanceled: boolean;
  readonly prompt?: string;
}): void =>
  useGlobalState.setState({
    generationCancelled: isCanceled,
    ...(prompt === undefined ? {} : { currentPromptValue: prompt }),
  });

export const wasGenerationCanceled = (): boolean => useGlobalState.getState().generationCancelled;

/** Asks the shell to read the user again, because the stored data is outdated. */
export const requestUserInfo = (): void => useGlobalState.setState({ fetchUserInfoAgain: true });

export const useUserInfoRequested = (): boolean => useGlobalState((state) => state.fetchUserInfoAgain);

export const userInfoIsBeingRead = (): void => useGlobalState.setState({ fetchUserInfoAgain: false });
