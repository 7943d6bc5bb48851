import { sceneFormSchema } from '@packshot/contract/tools/scene';
import { encodeTask } from '@packshot/contract/tools/task-tools';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SCENE } from '../../model/scene-settings.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { sceneInput } from './scene-input.ts';

const settings = (part: Partial<SceneSettings>): SceneSettings => ({
  ...DEFAULT_SCENE,
  prompt: ' marble ',
  ...part,
});
const REFERENCE = { kind: 'built-in', id: 'blush-arches' } as const;
const encodeInput = (...inputArgs: Parameters<typeof sceneInput>) =>
  encodeTask('scene', sceneInput(...inputArgs), null);
const OWN = { kind: 'result', id: '0b1c9c57-95d3-4a77-8a56-7a7d3a1f6a01' } as const;

describe('the scene request', () => {
  it.each([
    ['a product', 'u/1/cut', null, 2],
    ['words alone', null, null, 4],
    ['a product and a reference', 'u/1/cut', REFERENCE, 5],
    ['words and a reference', null, REFERENCE, 6],
  ] as const)('has the tool’s feature type for %s', (_name, productKey, reference, featureType) => {
    const form = encodeInput(settings({ reference }), productKey, null);
    const parsed = sceneFormSchema.parse(form);
    expect(parsed.feature_type).toBe(featureType);
    expect(parsed.prompt).toBe('marble');
    expect(parsed.image_s3).toBe(productKey ?? undefined);
    expect(parsed.reference_id).toBe(reference?.id);
  });

  it('omits unset values', () => {
    const form = encodeInput(settings({}), 'u/1/cut', null);
    expect(form).not.toHaveProperty('placement');
    expect(form).not.toHaveProperty('shadow');
    expect(form).not.toHaveProperty('seed');
    expect(form).not.toHaveProperty('palette');
  });

  it('sends the settings in the contract’s format', () => {
    const placement = { centerX: 0.4, centerY: 0.6, width: 0.3, rotationDeg: -5, isFlipped: true };
    const shadow = { kind: 'floating', directionDeg: 40, softness: null, opacity: 0.5 } as const;
    const set = settings({
      placement,
      shadow,
      palette: ['#e8c4bb'],
      seed: 0,
      light: 'night',
      aspectRatioId: 6,
      isLarger: true,
      largerSidePx: 2048,
      count: 2,
      reference: OWN,
    });
    expect(sceneFormSchema.parse(encodeInput(set, 'u/1/cut', 'u/1/ref'))).toMatchObject({
      feature_type: 5,
      reference_s3: 'u/1/ref',
      placement,
      shadow,
      palette: ['#e8c4bb'],
      seed: 0,
      light: 'night',
      aspect_ratio: 6,
      larger_size: true,
      larger_side: 2048,
      count: 2,
    });
  });

  it('sends the photo shadow when it is chosen', () => {
    const shadow = { kind: 'photo', directionDeg: null, softness: null, opacity: 0.5 } as const;
    expect(encodeInput(settings({ shadow }), 'u/1/cut', null)).toMatchObject({
      shadow: JSON.stringify(shadow),
    });
  });

  it('has no placement or shadow without a product', () => {
    const placement = { centerX: 0.4, centerY: 0.6, width: 0.3, rotationDeg: 0, isFlipped: false };
    expect(encodeInput(settings({ placement }), null, null)).not.toHaveProperty('placement');
  });
});
