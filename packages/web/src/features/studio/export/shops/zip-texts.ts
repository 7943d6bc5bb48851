import { csvLine } from '@packshot/contract/catalog/csv';

const NAME = 'texts.csv';
const COLUMNS = ['file', 'title', 'alt_text'] as const;

/**
 * Table with the title and the alt text of each file, for a ZIP. It starts with the byte order mark by which
 * spreadsheets detect UTF-8. Empty if there are no texts.
 */
export const zipTexts = (
  files: readonly { readonly path: string; readonly altText: string }[],
  title: string,
): readonly { readonly name: string; readonly input: Blob }[] =>
  title === '' && files.every(({ altText }) => altText === '')
    ? []
    : [
        {
          name: NAME,
          input: new Blob(
            [
              '\uFEFF',
              csvLine(COLUMNS),
              ...files.map(({ path, altText }) => csvLine([path, title, altText])),
            ],
            { type: 'text/csv' },
          ),
        },
      ];
