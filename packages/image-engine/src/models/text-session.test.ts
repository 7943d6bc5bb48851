import { expect, test } from 'vitest';
import { ModelIntegrityError } from './packaged-model.ts';
import { PP_OCR } from './registry.ts';
import { openTextSession } from './text-session.ts';

test.each([
  ['another hash', { ...PP_OCR, sha256: '0'.repeat(64) }],
  ['a file less', { ...PP_OCR, files: PP_OCR.files.slice(1) }],
  ['a package that is not installed', { ...PP_OCR, packageName: '@packshot/none' }],
])('text recognition networks that differ from the registry are not opened: %s', async (_, model) => {
  await expect(openTextSession(model)).rejects.toBeInstanceOf(ModelIntegrityError);
});
