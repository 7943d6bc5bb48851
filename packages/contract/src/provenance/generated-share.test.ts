import { describe, expect, it } from 'vitest';
import { generatedBySources, generatedInWords, getGeneratedShare, markInWords } from './generated-share.ts';
import { createReport } from './credentials-report.ts';
import { DIGITAL_SOURCE_TYPES, DIGITAL_SOURCE_URI } from './source-types.ts';
import type { Content } from './source-types.ts';

const of = (type: string): string => `${DIGITAL_SOURCE_URI}${type}`;

describe('the AI-generated share of a picture', () => {
  it.each<[readonly Content[], string]>([
    [['photo'], 'none'],
    [['photo', 'rendered'], 'none'],
    [['picture', 'rendered'], 'none-since'],
    [['photo', 'generated-ground'], 'background'],
    [['photo', 'generated-part'], 'changes'],
    [['photo', 'generated-ground', 'generated-part'], 'background-and-changes'],
    [['generated'], 'all'],
    [['generated', 'rendered'], 'changes'],
  ])('is derived from the contents %j: %s', (contents, share) => {
    expect(getGeneratedShare(contents)).toBe(share);
  });

  it('is derived from the steps first, then from the ingredients', () => {
    const wholly = [of('trainedAlgorithmicMedia')];
    expect(generatedBySources(wholly, [])).toBe('all');
    expect(generatedBySources([of('compositeSynthetic'), ...wholly], [])).toBe('some');
    expect(generatedBySources([of('digitalCapture')], wholly)).toBe('some');
    expect(generatedBySources([of('digitalCapture'), 'trainedAlgorithmicMedia'], [])).toBeNull();
  });

  it('isn’t lowered by the app’s own statement when a step names a generative model', () => {
    const action = { action: 'c2pa.created', digitalSourceType: of('trainedAlgorithmicMedia') };
    const recipe = { version: 1, sourceType: 'composite', contents: ['photo', 'rendered'] };
    const storeContent = {
      active_manifest: 'a',
      validation_state: 'Valid',
      manifests: {
        a: {
          assertions: [
            { label: 'c2pa.actions.v2', data: { actions: [action] } },
            { label: 'packshot.recipe', data: recipe },
          ],
        },
      },
    };
    expect(createReport(JSON.stringify(storeContent), 'sound').generated).toBe('all');
  });

  it('names who stated the share, and isn’t confirmed for a changed file', () => {
    expect(generatedInWords('none', 'own')).toBe('Made with Packshot; no generative AI.');
    expect(generatedInWords('background', 'intact')).toBe(
      'Contains AI-generated parts: the background. Its signer says so.',
    );
    expect(generatedInWords('none', 'changed')).toBeNull();
    expect(generatedInWords('none-since', 'changed')).toBeNull();
    expect(generatedInWords('none', 'none')).toBeNull();
    expect(generatedInWords('all', 'changed')).toMatch(/before the file was changed\.$/);
    expect(generatedInWords('all', 'none')).toMatch(/without a signature\.$/);
  });

  it('needs a notice only for source types with generated parts', () => {
    const markedTypes = DIGITAL_SOURCE_TYPES.filter((type) => markInWords(type) !== null);
    expect(markedTypes).toEqual([
      'compositeSynthetic',
      'compositeWithTrainedAlgorithmicMedia',
      'trainedAlgorithmicMedia',
    ]);
  });
});
