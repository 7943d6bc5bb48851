/** Photos that this page has uploaded. Rows show them without a download until there is a result. */
import { useEffect, useState } from 'react';

interface Readable {
  open(): Promise<File>;
}

const PHOTOS = new Map<string, Readable>();

export const rememberUpload = (key: string, photo: Readable): void => void PHOTOS.set(key, photo);

/** Object URL of an uploaded photo while the component is shown; null if another page uploaded it. */
export function useUploadedPhoto(key: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const photo = key === null ? undefined : PHOTOS.get(key);
    let isGone = false;
    let address: string | null = null;
    photo?.open().then(
      (file) => {
        if (isGone) return;
        address = URL.createObjectURL(file);
        setUrl(address);
      },
      (error: unknown) => console.warn('An uploaded photo can’t be shown.', error),
    );
    return () => {
      isGone = true;
      if (address !== null) URL.revokeObjectURL(address);
      setUrl(null);
    };
  }, [key]);
  return url;
}
