import { TEXTS_FILE_NAME, textsHead, textsLine } from '@packshot/contract/catalog/texts-table';

/** Table with the title and the alt text of each file, for a ZIP. Empty if there are no texts. */
export const zipTexts = (
  files: readonly { readonly path: string; readonly altText: string }[],
  title: string,
): readonly { readonly name: string; readonly input: Blob }[] =>
  title === '' && files.every(({ altText }) => altText === '')
    ? []
    : [
        {
          name: TEXTS_FILE_NAME,
          input: new Blob(
            [textsHead(), ...files.map(({ path, altText }) => textsLine(path, title, altText))],
            { type: 'text/csv' },
          ),
        },
      ];
