import { t } from '@packshot/contract/text/translation';
import { useEffect, useId, useMemo, useState } from 'react';
import { productIn } from '../../composite/composing.ts';
import type { StagePicture } from '../../model/picture.ts';
import { isCutOut } from '../../model/results.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import type { RecentDocument } from '../../state/studio-state.ts';
import { useStudio, useStudioState } from '../../state/use-studio.ts';
import { nameOwnProduct } from '../../model/product-names.ts';

/** Thumbnail of a document's cut-out, or null if it isn't stored. */
async function readThumbnail(
  { services }: StudioContext,
  { document }: RecentDocument,
): Promise<StagePicture | null> {
  const product = productIn(document);
  try {
    const blob = product && (await services.documents.readBlob(document.id, `${product.id}/thumbnail`));
    return blob && (await services.decodePicture(blob));
  } catch (error) {
    console.warn('The thumbnail of a cut-out could not be read.', error);
    return null;
  }
}

/** Thumbnails of cut-outs by document; missing until they are loaded, null if they aren't stored. */
function useThumbnails(items: readonly RecentDocument[]): Readonly<Record<string, StagePicture | null>> {
  const context = useStudio();
  const [thumbnails, setThumbnails] = useState<Readonly<Record<string, StagePicture | null>>>({});
  useEffect(() => {
    const loaded: StagePicture[] = [];
    let isLeft = false;
    const load = async (): Promise<void> => {
      for (const recent of items) {
        const picture = await readThumbnail(context, recent);
        if (isLeft) return context.services.release(picture);
        if (picture) loaded.push(picture);
        setThumbnails((others) => ({ ...others, [recent.document.id]: picture }));
      }
    };
    void load();
    return () => {
      isLeft = true;
      for (const picture of loaded) context.services.release(picture);
    };
  }, [context, items]);
  return thumbnails;
}

/** Cut-outs of other photos in this browser, with their names; renders nothing if there are none. */
export function CutOutChoice({ onChoose }: { readonly onChoose: (documentId: string) => void }) {
  const labelId = useId();
  const recents = useStudioState((state) => state.recents);
  const openId = useStudioState((state) => state.document?.id);
  const items = useMemo(
    () => recents.filter(({ document }) => document.id !== openId && isCutOut(productIn(document))),
    [recents, openId],
  );
  const thumbnails = useThumbnails(items);
  if (items.length === 0) return null;
  return (
    <div className="mt-4">
      <p id={labelId} className="mb-2 text-sm text-muted">
        {t('Your cut-outs')}
      </p>
      <ul aria-labelledby={labelId} className="flex flex-wrap gap-2.5">
        {items.map(({ document, thumbnail }) => {
          const name = nameOwnProduct(document);
          const own = thumbnails[document.id];
          const picture = own === null ? thumbnail : own;
          return (
            <li key={document.id}>
              <button
                type="button"
                aria-label={t('Add {name}', { name })}
                title={name}
                onClick={() => onChoose(document.id)}
                className="group block w-18 text-xs text-muted hover:text-ink"
              >
                <span className="checkerboard block size-18 overflow-hidden rounded-lg border border-line bg-size-[12px_12px] group-hover:border-ink">
                  {picture && (
                    <img
                      src={picture.url}
                      alt=""
                      width={72}
                      height={72}
                      className="size-full object-contain"
                    />
                  )}
                </span>
                <span translate="no" className="mt-1 block truncate">
                  {name}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
