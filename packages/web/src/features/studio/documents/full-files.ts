/** Downloads full-size files of results. Concurrent requests for the same file share one download. */
import type { PictureId } from '../model/results.ts';
import type { Arriving } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';

/** Largest number of bytes between two reports of progress; for files below 100 MB, a hundredth of the file. */
const STEP_BYTES = 1_000_000;

/** Downloads files, with their progress in the state (`arriving`): a phone's connection may need minutes. */
export function createFullFiles({ services, store }: StudioContext) {
  const underWay = new Map<string, Promise<Blob>>();
  const start = async (name: string, address: () => Promise<string>): Promise<Blob> => {
    const note = (arriving: Readonly<Record<string, Arriving>>): void => store.setState({ arriving });
    let reportedBytes = 0;
    try {
      return await services.fetchBlob(await address(), (receivedBytes, totalBytes) => {
        if (receivedBytes - reportedBytes < Math.min(STEP_BYTES, (totalBytes ?? Infinity) / 100)) return;
        reportedBytes = receivedBytes;
        note({ ...store.getState().arriving, [name]: { receivedBytes, totalBytes } });
      });
    } finally {
      underWay.delete(name);
      const { [name]: _ended, ...others } = store.getState().arriving;
      note(others);
    }
  };
  return {
    /**
     * Downloads a result's file.
     * @param address resolves the file's address; called only if no download of the file is running
     * @throws as `fetchBlob`
     */
    fetch(documentId: string, resultId: PictureId, address: () => Promise<string>): Promise<Blob> {
      const name = `${documentId}/${resultId}`;
      const file = underWay.get(name) ?? start(name, address);
      underWay.set(name, file);
      return file;
    },
  };
}
