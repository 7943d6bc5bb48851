import { messages, t } from '@packshot/contract/text/translation';
import { SCENE_LIGHTS } from '@packshot/contract/tools/scene';
import type { SceneLight } from '@packshot/contract/tools/scene';

export const FRAME_HINTS = messages({
  words: 'Your scene appears here',
  updating: 'Updating the scene…',
  invisible: 'Your product isn’t visible. Try another photo.',
  mood: 'Follows the colors and light of this picture',
});

export const LIGHT_NAMES: Readonly<Record<SceneLight, string>> = messages({
  auto: 'Auto',
  'as-composed': 'Original light',
  'soft-box': 'Soft box',
  'hard-sun': 'Hard sun',
  'warm-morning': 'Warm morning',
  'golden-hour': 'Golden hour',
  'blue-hour': 'Blue hour',
  spotlight: 'Spotlight',
  overcast: 'Overcast',
  night: 'Night',
});
export const LIGHTS: readonly SceneLight[] = SCENE_LIGHTS;

/** Colors shown beside each light's name: white paper in the light and in the shade. */
export const LIGHT_SWATCHES: Readonly<Record<SceneLight, readonly [string, string]>> = {
  auto: ['#ffffff', '#d8d4ce'],
  'as-composed': ['#f6efe6', '#cfc7bc'],
  'soft-box': ['#ffffff', '#e6e6e8'],
  'hard-sun': ['#fffbea', '#8f8a7c'],
  'warm-morning': ['#fff0d8', '#d9b38c'],
  'golden-hour': ['#ffd59a', '#c07a45'],
  'blue-hour': ['#c9d8f5', '#5b6fa3'],
  spotlight: ['#fff8e8', '#2f2b28'],
  overcast: ['#eef0f2', '#c3c8cd'],
  night: ['#5a6480', '#171a26'],
};

export const PALETTES: readonly { readonly name: string; readonly colors: readonly string[] }[] = [
  { name: t('Blush'), colors: ['#e8c4bb', '#f3e3da'] },
  { name: t('Sage'), colors: ['#b5c4ad', '#e9eadf'] },
  { name: t('Sky'), colors: ['#b9d0e2', '#eef3f6'] },
  { name: t('Sand'), colors: ['#dcc7a8', '#f2e8d8'] },
  { name: t('Plum'), colors: ['#6b3f57', '#d9b7c6'] },
  { name: t('Ink'), colors: ['#24262b', '#8a8f99'] },
];
export const PALETTE_LIMIT = 4;
