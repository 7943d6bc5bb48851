import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { describe, expect, it } from 'vitest';
import { createDocument } from './document.ts';
import type { StudioDocument } from './document.ts';
import { nameDocument, nameOwnProduct } from './product-names.ts';
import { PHOTO_ID } from './results.ts';

/** Document of a photo, with a description if there is a title. */
function documentNamed(fileName: string, title = '', productName?: string): StudioDocument {
  const photo = { name: fileName, sizeBytes: 1, mimeType: 'image/jpeg', widthPx: 10, heightPx: 10 } as const;
  const { edits, ...document } = createDocument({ id: 'a', nowMs: 0, photo, tool: 'scene' });
  const texts = { [PHOTO_ID]: { [LANGUAGE]: { title } } as never };
  return {
    ...document,
    edits: {
      ...edits,
      shopTexts: title === '' ? {} : texts,
      productName: productName ?? edits.productName,
    },
  };
}

describe('the name of a document', () => {
  it('is the file name, if it names the product', () => {
    const document = documentNamed('camp-mug.jpg', 'Blue enamel mug');
    expect([nameDocument(document), nameOwnProduct(document)]).toEqual(['camp-mug.jpg', 'camp-mug']);
  });

  it.each(['IMG_2041.JPG', 'PXL_20260801_101112.jpg', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.png'])(
    'is the description’s title, or else the typed name, instead of %s',
    (fileName) => {
      expect(nameDocument(documentNamed(fileName, 'Vase no. 5'))).toBe('Vase no. 5');
      expect(nameOwnProduct(documentNamed(fileName, 'Vase no. 5', 'Vase'))).toBe('Vase no. 5');
      expect(nameOwnProduct(documentNamed(fileName, '', 'Vase'))).toBe('Vase');
      expect(nameDocument(documentNamed(fileName))).toBe(fileName);
    },
  );
});
