/** Light and background to which a product is matched: estimated, unless the user sets them. */
import { messages, t } from '@packshot/contract/text/translation';
import { ESTIMATED_SURROUNDINGS } from '@packshot/contract/tools/surroundings';
import type { LightDirection, Surroundings } from '@packshot/contract/tools/surroundings';
import type { EstimatedSurroundings, Standing } from '@packshot/image-engine/pixels';
import { useEffect, useState } from 'react';
import { flatBackground, getFrameSize, placedProduct } from '../../composite/composing.ts';
import { placedBox } from '../../model/composition.ts';
import type { StagePicture } from '../../model/picture.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import type { StudioState } from '../../state/studio-state.ts';
import type { PixelSize } from '../../model/size.ts';
import { useSettled } from '../../stage/use-settled.ts';

/** Confidence from which an estimate counts as certain. */
const SURE_FROM = 0.5;
/** Light and end of the surface if nothing can be estimated. */
const USUAL_LIGHT: LightDirection = { fromDeg: 0, heightDeg: 45 };
const USUAL_GROUND_LINE = 0.45;
const USUAL_ELEVATION_DEG = 25;

/** Caches the last estimate, which the panel and the stage both use. */
function createReader({ services }: StudioContext) {
  let last: { readonly of: string; readonly answer: Promise<EstimatedSurroundings | null> } | null = null;
  return {
    read: (picture: StagePicture, frame: PixelSize, stands: Standing) => {
      const of = `${picture.url} ${frame.widthPx}x${frame.heightPx} ${stands.bottom} ${stands.height}`;
      if (last?.of === of) return last.answer;
      const answer = services.estimateSurroundings(picture, frame, stands).catch((error: unknown) => {
        console.warn('Light and ground could not be estimated.', error);
        return null;
      });
      last = { of, answer };
      return answer;
    },
  };
}

interface ShownSurroundings {
  readonly set: Surroundings;
  readonly light: LightDirection;
  readonly isLightSure: boolean;
  /**
   * Height at which the surface ends, as a share of the frame from the top. Null for a background color, on which no
   * end is visible.
   */
  readonly groundLine: number | null;
  readonly isGroundSure: boolean;
  /** Camera elevation above the horizon, in degrees. */
  readonly elevationDeg: number;
}

interface SurroundingsEstimate {
  readonly picture: StagePicture;
  readonly estimated: EstimatedSurroundings | null;
}

/** Light and background that the stage and the panel show. */
export function useSurroundings(): ShownSurroundings {
  const reader = useActions(createReader);
  const background = useStudioState(flatPicture);
  const scene = useStudioState((state) => state.document?.edits.scene);
  const set = useStudioState(
    (state) => state.document?.edits.settings.surroundings ?? ESTIMATED_SURROUNDINGS,
  );
  const [estimate, setEstimate] = useState<SurroundingsEstimate | null>(null);
  const frame = scene && getFrameSize(scene);
  const { widthPx, heightPx } = frame ?? { widthPx: 1, heightPx: 1 };
  const bottom = useSettled(
    useStudioState((state) => toStanding(state).bottom),
    false,
  );
  const height = useSettled(
    useStudioState((state) => toStanding(state).height),
    false,
  );
  useEffect(() => {
    let isCurrent = true;
    if (background)
      void reader.read(background, { widthPx, heightPx }, { bottom, height }).then((estimated) => {
        if (isCurrent) setEstimate({ picture: background, estimated });
      });
    return () => {
      isCurrent = false;
    };
  }, [reader, background, widthPx, heightPx, bottom, height]);
  const estimated = estimate !== null && estimate.picture === background ? estimate.estimated : null;
  return {
    set,
    light: set.light ?? estimated?.light ?? USUAL_LIGHT,
    isLightSure: (estimated?.confidence.light ?? 0) >= SURE_FROM,
    groundLine: background === null ? null : (set.groundLine ?? estimated?.groundLine ?? USUAL_GROUND_LINE),
    elevationDeg: estimated?.elevationDeg ?? USUAL_ELEVATION_DEG,
    isGroundSure: (estimated?.confidence.groundLine ?? 0) >= SURE_FROM,
  };
}

/** Position of the product in its frame, to a hundredth: more precision wouldn't change the estimate. */
function toStanding(state: StudioState): Standing {
  const product = placedProduct(state);
  const scene = state.document?.edits.scene;
  if (!product || !scene) return { bottom: 1, height: 0 };
  const frame = getFrameSize(scene);
  const { heightPx } = placedBox(product.placement, product.box, frame);
  const height = heightPx / frame.heightPx;
  const roundShare = (share: number): number => Math.round(share * 100) / 100;
  return { bottom: roundShare(product.placement.centerY + height / 2), height: roundShare(height) };
}

const flatPicture = (state: Parameters<typeof flatBackground>[0]): StagePicture | null => {
  const flat = flatBackground(state);
  return flat?.kind === 'picture' ? flat.picture : null;
};

/** Label that tells whether a value was set by the user or estimated. */
export const formatOrigin = (isSet: boolean, isSure: boolean): string =>
  isSet ? t('Set by you') : isSure ? t('Estimated') : t('Not sure');

export function lightWords({ fromDeg, heightDeg }: LightDirection): string {
  if (heightDeg >= 80) return t('Light from straight above');
  const around = Math.round(fromDeg / 45) * 45;
  return t('{light}, {height}° high', { light: FROM[around] ?? FROM[180], height: Math.round(heightDeg) });
}

/** Words for the sides from which light comes, by the angle from the front. */
const FROM: Readonly<Record<number, string>> & { readonly 180: string } = messages({
  0: 'Light from the front',
  45: 'Light from the front right',
  90: 'Light from the right',
  135: 'Light from behind on the right',
  180: 'Light from behind',
  [-45]: 'Light from the front left',
  [-90]: 'Light from the left',
  [-135]: 'Light from behind on the left',
});
