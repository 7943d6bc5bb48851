/** IPTC source type of a picture, written to its file as "digital source type". */
import { DIGITAL_SOURCE_TYPES } from '@packshot/contract/provenance/source-types';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import type { StudioPhoto } from '../model/document.ts';
import { getMaker, findResult } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import type { Tools } from '../state/studio-context.ts';

interface DigitalSourceInput {
  readonly results: readonly Result[];
  readonly photo: Pick<StudioPhoto, 'openedFrom'> | null;
}

/** Source type farthest from a photo among those of the picture and of all its inputs. */
export function getPictureSource(
  tools: Tools,
  { results, photo }: DigitalSourceInput,
  id: PictureId,
): DigitalSourceType {
  let source = photo?.openedFrom?.sourceType ?? 'algorithmicallyEnhanced';
  for (let result = findResult({ results }, id); result; result = findResult({ results }, result.inputId))
    source = chooseFarther(source, tools[getMaker(result.tool)].getSourceType(result));
  return source;
}

/** Source type that is farther from a photo than the other. */
export const chooseFarther = (a: DigitalSourceType, b: DigitalSourceType): DigitalSourceType =>
  DIGITAL_SOURCE_TYPES.indexOf(a) > DIGITAL_SOURCE_TYPES.indexOf(b) ? a : b;
