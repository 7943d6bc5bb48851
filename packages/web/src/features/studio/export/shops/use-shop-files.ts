import type { ChannelId } from '@packshot/contract/channels/channels';
import { useEffect, useState } from 'react';
import type { ExportSettings } from '../../model/export-settings.ts';
import { useActions } from '../../state/use-studio.ts';
import { createEnlarger } from '../enlarge-source.ts';
import type { ExportSource } from '../export-source.ts';
import { createSceneExtender } from '../extend-scene.ts';
import { createShopChecker } from './check-shop.ts';
import type { Enlargement, ShopFile } from './shop-status.ts';
import { createShopSources } from './shop-sources.ts';
import type { ShopRow } from './shop-table.tsx';

/** File of a shop; null if it can't be made. `key` identifies the choices from which it was made. */
interface MadeFile {
  readonly key: string;
  readonly file: ShopFile | null;
  /** Address of the file, for showing it; null without a file. */
  readonly url: string | null;
}

type MadeFiles = Readonly<Partial<Record<ChannelId, MadeFile>>>;

/** Makes and checks the files of the chosen shops, one after the other. */
export function useShopFiles(
  first: ExportSource,
  shops: readonly ChannelId[],
  settings: ExportSettings,
  release: (source: ExportSource) => void,
) {
  const makeFile = useActions(createShopChecker);
  const enlarger = useActions(createEnlarger);
  const extend = useActions(createSceneExtender);
  const [sources] = useState(() => createShopSources(first, extend, release));
  // Addresses are freed together, because a file is rarely made twice.
  const [urls] = useState(() => new Set<string>());
  useEffect(() => {
    sources.hold();
    return () => {
      sources.release();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [sources, urls]);
  /**
   * Number of times that the user pressed “Fix it”, which enlarges pictures and lets a file show the cut-out instead.
   */
  const [fixes, setFixes] = useState(0);
  const [madeFiles, setMadeFiles] = useState<MadeFiles>({});
  const key = JSON.stringify([settings, fixes]);
  const next = shops.find((shop) => madeFiles[shop]?.key !== key);
  useEffect(() => {
    if (next === undefined) return undefined;
    let isOld = false;
    const make = async (): Promise<void> => {
      const [exportSettings, fixesBefore] = JSON.parse(key) as [ExportSettings, number];
      const file = await makeFile(next, sources, exportSettings, fixesBefore > 0).catch((error: unknown) => {
        console.warn('The file for a shop could not be made.', error);
        return null;
      });
      if (isOld) return;
      const url = file && URL.createObjectURL(file.file);
      if (url !== null) urls.add(url);
      setMadeFiles((earlier) => ({ ...earlier, [next]: { key, file, url } }));
    };
    void make();
    return () => {
      isOld = true;
    };
  }, [makeFile, sources, urls, next, key]);
  return {
    /** File of a shop with its address; undefined while it is made. */
    getMade: (shop: ChannelId): Pick<MadeFile, 'file' | 'url'> | undefined => {
      const shopFile = madeFiles[shop];
      return shopFile?.key === key ? shopFile : undefined;
    },
    isBusy: next !== undefined,
    /**
     * Enlarges pictures and makes all files again; a picture that a shop refuses may then be replaced by its cut-out.
     * @throws ApiError; Error with a user-facing message if a picture can't be enlarged
     */
    fix: async (enlargements: readonly Enlargement[]): Promise<void> => {
      try {
        for (const { source, factor } of enlargements)
          sources.replace(source, await enlarger.enlarge(source, factor));
      } finally {
        setFixes((count) => count + 1);
      }
    },
    /** Whether a picture was enlarged before, so that enlarging it again is free. */
    isPaid: ({ source, factor }: Enlargement): boolean => enlarger.findMade(source, factor) !== null,
    getContents: ({ source }: ShopFile): ShopRow['contents'] =>
      source === sources.whole() ? 'picture' : source.isTransparent ? 'product' : 'extended',
  };
}
