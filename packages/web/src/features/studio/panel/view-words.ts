/** How a product was seen, in words. */
import type { Pose, ProductView } from '@packshot/contract/tools/view';

const POSE_WORDS: Readonly<Record<Pose, string>> = {
  stands: 'Standing',
  lies: 'Lying',
  hangs: 'Hanging',
  floats: 'Floating',
};

/** The camera's elevation up to which each is said. */
const HEIGHTS = [
  { toDeg: 15, words: 'eye level' },
  { toDeg: 35, words: 'slightly from above' },
  { toDeg: 55, words: 'seen from above' },
  { toDeg: 75, words: 'steeply from above' },
  { toDeg: 90, words: 'from straight above' },
] as const;

export const heightWords = (elevationDeg: number): string =>
  HEIGHTS.find(({ toDeg }) => elevationDeg <= toDeg)?.words ?? HEIGHTS[0].words;

/** The heights that one can choose for a camera, lowest first. */
export const HEIGHT_CHOICES_DEG = [5, 25, 45, 65, 88] as const;

/** How high a camera was, by itself. */
export const cameraWords = (elevationDeg: number): string => {
  const words = heightWords(elevationDeg).replace(/^seen /, '');
  return words === 'eye level' ? 'Seen at eye level' : `Seen ${words}`;
};

export const viewWords = ({ pose, elevationDeg }: ProductView): string =>
  pose === 'floats' ? POSE_WORDS.floats : `${POSE_WORDS[pose]}, ${heightWords(elevationDeg)}`;

/** What is said of a photo that is not of a series: how it differs. */
export function missWords(view: ProductView, others: ProductView): string {
  if (view.pose === 'hangs' && others.pose !== 'hangs') return 'It hangs; the others stand.';
  return `Seen ${fromWords(view)}; the others ${fromWords(others)}.`;
}

const fromWords = ({ elevationDeg }: ProductView): string => {
  const words = heightWords(elevationDeg).replace('seen ', '');
  return words === 'eye level' ? 'at eye level' : words;
};

/** What one can choose: what people photograph. Nothing that lies is seen from its own height, and nothing that hangs from above. */
export const VIEW_CHOICES: readonly ProductView[] = [
  ...HEIGHT_CHOICES_DEG.map((elevationDeg) => ({ pose: 'stands', elevationDeg }) as const),
  ...[25, 45, 65, 88].map((elevationDeg) => ({ pose: 'lies', elevationDeg }) as const),
  ...[5, 25].map((elevationDeg) => ({ pose: 'hangs', elevationDeg }) as const),
  { pose: 'floats', elevationDeg: 5 },
];
