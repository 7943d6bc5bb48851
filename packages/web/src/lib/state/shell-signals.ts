/**
 * What pages tell the shell, in the product's own words. The state behind it keeps the agreed names
 * (docs/requirements.md, section 3), which are spelled out here and in `global-state.ts` alone.
 */
import { useGlobalState } from './global-state.ts';

/** What is on the stage: the shell's background is plain meanwhile. Null for what is not there. */
export const setStagePictures = (photoUrl: string | null, resultUrl: string | null): void =>
  useGlobalState.setState({ contextImage: photoUrl, finalImageRedux: resultUrl });

/** Notes how the last generation went. @param prompt absent: it had none, and the one before it stays */
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

/** The stored user is out of date: the shell reads it again. */
export const requestUserInfo = (): void => useGlobalState.setState({ fetchUserInfoAgain: true });

/** In components: whether the user is to be read again. */
export const useUserInfoRequested = (): boolean => useGlobalState((state) => state.fetchUserInfoAgain);

export const userInfoIsBeingRead = (): void => useGlobalState.setState({ fetchUserInfoAgain: false });
