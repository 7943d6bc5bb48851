import type { SavedRecord } from '@packshot/contract/records/schemas';
import { TOOL_IDS } from '@packshot/contract/tools/ids';

/** Minimal history record for tests. */
export const savedRecord = (id: string, part: Partial<SavedRecord> = {}): SavedRecord => ({
  id,
  tool_type: TOOL_IDS.bgRemove,
  name: '',
  text_prompt: '',
  output_image_url_key: 'results/a/1',
  standard_output_image_url_key: null,
  input_image_url_key: null,
  input_mask_image_url_key: null,
  reference_image_url_key: null,
  thumb_url_key: null,
  thumb_url: null,
  standard_output_image_url: null,
  output_image_url: null,
  input_image_url: null,
  width: null,
  height: null,
  seed: null,
  placement: null,
  scene: null,
  cut_out: null,
  provenance: null,
  settings: {},
  engine: null,
  is_visible: true,
  starred: false,
  is_downloaded: false,
  created_at: '2026-11-20T12:00:00.000Z',
  ...part,
});
