/**
 * Signals from pages to the app shell. The state behind them has agreed names (docs/requirements.md, section 3), which
 * occur only here and in `global-state.ts`.
 */
import { useGlobalState } from './global-state.ts';

/** Sets the pictures on the stage, or null if missing; the shell's background is plain while there are any. */
export const setStagePictures = (photoUrl: string | null, resultUrl: string | null): void =>
  useGlobalState.setState({ contextImage: photoUrl, finalImageRedux: resultUrl });

/**
 * Records the outcome of the last generation.
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

/** Asks the shell to read the user again, because the stored one is outdated. */
export const requestUserInfo = (): void => useGlobalState.setState({ fetchUserInfoAgain: true });

/** In components: whether the user has to be read again. */
export const useUserInfoRequested = (): boolean => useGlobalState((state) => state.fetchUserInfoAgain);

export const userInfoIsBeingRead = (): void => useGlobalState.setState({ fetchUserInfoAgain: false });
