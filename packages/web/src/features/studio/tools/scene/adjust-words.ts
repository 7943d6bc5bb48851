import { messages, t } from '@packshot/contract/text/translation';
import { formatPercent } from '../../../../lib/page/percent.ts';

/** Names of lamps under the heading “Light”, in the order in which they are offered. */
export const LAMP_NAMES: Readonly<Record<string, string>> = messages({
  key: 'Main light',
  fill: 'Shadow side',
  rim: 'From behind',
  env: 'Room',
  practical: 'Lamp in the scene',
});

/** Names of the set's parts that can be recolored. */
export const PART_NAMES: Readonly<Record<string, string>> = messages({
  accent: 'Accent',
  arch: 'Arch',
  backdrop: 'Backdrop',
  block: 'Block',
  boxes: 'Boxes',
  clouds: 'Clouds',
  counter: 'Counter',
  disc: 'Disc',
  floor: 'Floor',
  inner: 'Inside',
  linen: 'Linen',
  marble: 'Marble',
  paper: 'Paper',
  podium: 'Podium',
  ribbon: 'Ribbon',
  sand: 'Sand',
  silk: 'Silk',
  sky: 'Sky',
  slate: 'Slate',
  steps: 'Steps',
  stone: 'Stone',
  stones: 'Stones',
  sun: 'Sun',
  sweep: 'Backdrop',
  table: 'Table',
  terrazzo: 'Terrazzo',
  tiles: 'Tiles',
  towel: 'Towel',
  velvet: 'Velvet',
  wall: 'Wall',
  walls: 'Walls',
  water: 'Water',
});

/** @param isMade whether the scene is made; otherwise it is only planned */
export const warmthText = (warmth: number, isMade = true): string => {
  const percent = formatPercent(Math.abs(warmth));
  if (warmth === 0) return isMade ? t('As made') : t('Unchanged');
  return warmth > 0 ? t('{percent} warmer', { percent }) : t('{percent} cooler', { percent });
};
