import { expect, test } from 'vitest';
import { createDocument } from '../model/document.ts';
import { nameProduct } from '../model/edits.ts';
import { CUT_OUT, PHOTO } from '../testing/documents.ts';
import { readScale } from '../tools/scene/read-scale.ts';
import { loadWords, readView } from './product-view.ts';

const VIEW = { pose: 'lies', elevationDeg: 40, confidence: 0.3, lightSide: null, footLines: [] } as const;

test('only a name that the user typed corrects the view and the size of a product, not its file name', async () => {
  await loadWords();
  const photo = { ...PHOTO, name: 'mug_table.jpg' };
  const created = createDocument({ id: crypto.randomUUID(), nowMs: 1, photo, tool: 'scene' });
  const document = { ...created, results: [{ ...CUT_OUT, view: VIEW }] };
  expect(document.edits.productName).toBe('Mug table');
  expect(readView(document, CUT_OUT.id)).toEqual(VIEW);
  expect(readScale(document)).toBeNull();
  const named = nameProduct(document, 'Side table', 2);
  expect(readView(named, CUT_OUT.id)).toMatchObject({ pose: 'stands', scale: 'furniture' });
  expect(readScale(named)).toBe('furniture');
});
