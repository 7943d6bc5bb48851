/** Words for camera views. */
import { messages, t } from '@packshot/contract/text/translation';
import type { Pose, ProductView } from '@packshot/contract/tools/view';

const POSE_WORDS: Readonly<Record<Pose, string>> = messages({
  stands: 'Standing',
  lies: 'Lying',
  hangs: 'Hanging',
  floats: 'Floating',
});

/** Upper limit of the camera's elevation for each phrase. */
const HEIGHTS = messages([
  { toDeg: 15, words: 'eye level' },
  { toDeg: 35, words: 'slightly from above' },
  { toDeg: 55, words: 'from above' },
  { toDeg: 75, words: 'high angle' },
  { toDeg: 90, words: 'top view (flat lay)' },
]);

export const heightWords = (elevationDeg: number): string =>
  HEIGHTS.find(({ toDeg }) => elevationDeg <= toDeg)?.words ?? HEIGHTS[0].words;

/** Camera elevations to choose from, lowest first. */
export const HEIGHT_CHOICES_DEG = [5, 25, 45, 65, 88] as const;

/** Words for a camera's elevation alone. */
export const cameraWords = (elevationDeg: number): string =>
  t('Camera: {height}', { height: heightWords(elevationDeg) });

export const viewWords = ({ pose, elevationDeg }: ProductView): string =>
  pose === 'floats' ? POSE_WORDS.floats : `${POSE_WORDS[pose]}, ${heightWords(elevationDeg)}`;

/** Words for the view of the photo while another one is chosen. */
export function photoViewWords({ pose, elevationDeg }: ProductView): string {
  const height = heightWords(elevationDeg);
  switch (pose) {
    case 'stands':
      return t('From the photo: standing, {height}', { height });
    case 'lies':
      return t('From the photo: lying, {height}', { height });
    case 'hangs':
      return t('From the photo: hanging, {height}', { height });
    case 'floats':
      return t('From the photo: floating');
  }
}

/** Message about a photo that doesn't fit its series: how its view differs. */
export function missWords(view: ProductView, others: ProductView): string {
  if (view.pose === 'hangs' && others.pose !== 'hangs') return t('This product hangs; the others stand.');
  return t('Shot from a different angle: {height}, not {usual}.', {
    height: heightWords(view.elevationDeg),
    usual: heightWords(others.elevationDeg),
  });
}

/** Camera views to choose from. Lying products aren't photographed at eye level, nor hanging ones from above. */
export const VIEW_CHOICES: readonly ProductView[] = [
  ...HEIGHT_CHOICES_DEG.map((elevationDeg) => ({ pose: 'stands', elevationDeg }) as const),
  ...[25, 45, 65, 88].map((elevationDeg) => ({ pose: 'lies', elevationDeg }) as const),
  ...[5, 25].map((elevationDeg) => ({ pose: 'hangs', elevationDeg }) as const),
  { pose: 'floats', elevationDeg: 5 },
];
