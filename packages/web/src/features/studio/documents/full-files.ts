/** Files of results at their full size, while they come from the server: each comes once, whoever asks for it meanwhile. */
import type { PictureId } from '../model/results.ts';
import type { Arriving } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';

/** Told of arriving bytes no more often than at each hundredth of the file, and at least each megabyte. */
const STEP_BYTES = 1_000_000;

/** How much of the files has come is in the state (`arriving`): on a phone's connection one waits for minutes. */
export function createFullFiles({ services, store }: StudioContext) {
  const underWay = new Map<string, Promise<Blob>>();
  const start = async (name: string, address: () => Promise<string>): Promise<Blob> => {
    const note = (arriving: Readonly<Record<string, Arriving>>): void => store.setState({ arriving });
    let told = 0;
    try {
      return await services.fetchBlob(await address(), (receivedBytes, totalBytes) => {
        if (receivedBytes - told < Math.min(STEP_BYTES, (totalBytes ?? Infinity) / 100)) return;
        told = receivedBytes;
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
     * @param address finds the file; called only when no fetch of the file is running
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
