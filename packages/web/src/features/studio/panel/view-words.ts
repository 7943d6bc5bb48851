import { messages, t } from '@packshot/contract/text/translation';
import type { Pose, ProductView } from '@packshot/contract/tools/view';

export const POSE_WORDS: Readonly<Record<Pose, string>> = messages({
  stands: 'Standing',
  lies: 'Lying',
  hangs: 'Hanging',
  floats: 'Floating',
});

/** Phrases for the camera's elevation, each with the largest elevation in degrees to which it applies. */
const HEIGHTS = messages([
  { toDeg: 15, words: 'eye level' },
  { toDeg: 35, words: 'slightly from above' },
  { toDeg: 55, words: 'from above' },
  { toDeg: 75, words: 'high angle' },
  { toDeg: 90, words: 'top view (flat lay)' },
]);

export const heightWords = (elevationDeg: number): string =>
  HEIGHTS.find(({ toDeg }) => elevationDeg <= toDeg)?.words ?? HEIGHTS[0].words;

/** Camera elevations in degrees from which the user chooses, lowest first. */
export const HEIGHT_CHOICES_DEG = [5, 25, 45, 65, 88] as const;

/** Sentence about a camera's elevation, without the product's pose. */
export const cameraWords = (elevationDeg: number): string =>
  t('Camera: {height}', { height: heightWords(elevationDeg) });

export const viewWords = ({ pose, elevationDeg }: ProductView): string =>
  pose === 'floats' ? POSE_WORDS.floats : `${POSE_WORDS[pose]}, ${heightWords(elevationDeg)}`;

/** Message about a photo that doesn't fit its series: how its camera view differs from the others. */
export function missWords(view: ProductView, others: ProductView): string {
  if (view.pose === 'hangs' && others.pose !== 'hangs') return t('This product hangs; the others don’t.');
  return t('Shot from a different angle: {height}, not {usual}.', {
    height: heightWords(view.elevationDeg),
    usual: heightWords(others.elevationDeg),
  });
}

/**
 * Camera elevations in degrees from which the user chooses for a pose. Lying products aren't photographed at eye level,
 * and hanging ones aren't photographed from above.
 */
export function heightChoices(pose: Pose): readonly number[] {
  if (pose === 'lies') return HEIGHT_CHOICES_DEG.filter((elevationDeg) => elevationDeg > 5);
  if (pose === 'hangs') return HEIGHT_CHOICES_DEG.filter((elevationDeg) => elevationDeg < 45);
  return HEIGHT_CHOICES_DEG;
}
