import { READ_URL_TTL_S } from '@packshot/contract';
import type { SavedRecord } from '@packshot/contract';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { ListedRecord } from './record-store.ts';

/** Builds a record as its owner sees it. Signs the links at this moment, so that their lifetime starts now. */
export async function presentRecord(record: ListedRecord, objects: ObjectStore): Promise<SavedRecord> {
  const { keys } = record;
  const linkTo = async (key: string | null): Promise<string | null> =>
    key === null ? null : objects.signedReadUrl(key, { expiresInSeconds: READ_URL_TTL_S });
  const [[thumbUrl, standardUrl, inputUrl, outputUrl], besideUrls] = await Promise.all([
    Promise.all([
      linkTo(keys.thumb),
      linkTo(keys.standard_output_image),
      linkTo(keys.input_image),
      linkTo(keys.output_image),
    ]),
    // Access isn't checked again: the owner had access to these files when the scene was requested.
    Promise.all((record.scene?.beside ?? []).map(({ image_s3 }) => linkTo(image_s3))),
  ]);
  return {
    id: record.id,
    tool_type: record.toolType,
    name: record.name,
    text_prompt: record.prompt,
    output_image_url_key: keys.output_image,
    standard_output_image_url_key: keys.standard_output_image,
    input_image_url_key: keys.input_image,
    input_mask_image_url_key: keys.input_mask_image,
    reference_image_url_key: keys.reference_image,
    thumb_url_key: keys.thumb,
    thumb_url: thumbUrl,
    standard_output_image_url: standardUrl,
    output_image_url: outputUrl,
    input_image_url: inputUrl,
    beside_image_urls: besideUrls.filter((url) => url !== null),
    width: record.widthPx,
    height: record.heightPx,
    seed: record.seed,
    placement: record.placement,
    scene: record.scene,
    cut_out: record.cutOut,
    settings: record.settings,
    engine: record.engine,
    provenance: record.provenance,
    is_visible: record.isVisible,
    starred: record.isStarred,
    is_downloaded: record.isDownloaded,
    created_at: record.createdAt.toISOString(),
  };
}
