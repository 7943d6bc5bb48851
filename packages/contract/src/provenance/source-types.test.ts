import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { PRODUCT_VERSION } from '../product.ts';
import { after, PHOTO, SOURCE_TYPE_CASES, step, UNKNOWN } from '../testing/source-type-cases.ts';
import {
  atLeast,
  createProvenance,
  digitalSourceFor,
  provenanceSchema,
  STEPS_MAX,
  withStep,
} from './chain.ts';
import { contentsOfType, DIGITAL_SOURCE_TYPES } from './source-types.ts';

describe('the digital source type', () => {
  it.each(SOURCE_TYPE_CASES)('is derived for %s', (_what, provenance, type) => {
    expect(digitalSourceFor(provenance)).toBe(type);
    expect(provenanceSchema.parse(provenance)).toEqual(provenance);
  });

  it('keeps the type that a file states, whatever is altered', () => {
    for (const type of DIGITAL_SOURCE_TYPES) {
      // Older releases wrote another source type for a rendered studio set.
      const expectedType = type === 'algorithmicMedia' ? 'digitalCreation' : type;
      expect(digitalSourceFor(after(createProvenance(contentsOfType(type) ?? []), 'alter'))).toBe(
        expectedType,
      );
    }
    expect(contentsOfType('constructor')).toBeNull();
  });

  it('is raised by a client’s statement, and never lowered', () => {
    const generated = after(PHOTO, 'generate-ground');
    expect(digitalSourceFor(atLeast(generated, 'algorithmicallyEnhanced'))).toBe('compositeSynthetic');
    expect(digitalSourceFor(atLeast(PHOTO, 'composite'))).toBe('composite');
    expect(digitalSourceFor(atLeast(UNKNOWN, 'compositeWithTrainedAlgorithmicMedia'))).toBe(
      'compositeWithTrainedAlgorithmicMedia',
    );
    expect(atLeast(PHOTO, 'algorithmicallyEnhanced')).toBe(PHOTO);
    const raised = atLeast(after(PHOTO, 'alter'), 'compositeSynthetic');
    expect(raised.steps).toHaveLength(1);
    expect(raised.contents).toEqual(expect.arrayContaining(['photo', 'generated-ground']));
  });
});

describe('the steps of a picture', () => {
  it('limits the number of steps, and keeps the effect of the dropped ones', () => {
    const long = after(after(PHOTO, 'generate-part'), ...Array.from({ length: 40 }, () => 'alter' as const));
    expect(long.steps).toHaveLength(STEPS_MAX);
    expect(long.earlierSteps).toBe(41 - STEPS_MAX);
    expect(digitalSourceFor(long)).toBe('compositeWithTrainedAlgorithmicMedia');
  });

  it('limits the length of an engine’s name and version', () => {
    const withLongNames = withStep(PHOTO, {
      ...step('alter'),
      engine: { name: 'x'.repeat(500), version: 'y'.repeat(500) },
    });
    expect(provenanceSchema.safeParse(withLongNames).success).toBe(true);
  });
});

it('PRODUCT_VERSION equals the version in package.json', () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(PRODUCT_VERSION).toBe(version);
});
