import { PRODUCT_NAME_MAX_LENGTH } from '@packshot/contract';
import type { Arguments } from '../options/option.ts';
import { textOf } from '../options/parse.ts';
import { Refused } from '../refused.ts';
import type { PhotoTool } from '../run/tool.ts';
import { UsageError } from '../usage-error.ts';

/** A sentence or two on what a picture shows. */
export const describe: PhotoTool = {
  name: 'describe',
  summary: 'Say in a sentence or two what photos show',
  description: [
    'Prints what was measured on the product of each photo: colors, finish, form, and text that can be read on it. With --json, or an --out that ends in .json, it says more: title, bullets and alt text in each language.',
  ],
  options: [{ name: 'product', value: 'NAME', says: 'What the product is called: quoted in its texts.' }],
  examples: [
    ['packshot describe cup.jpg', 'Prints the sentence.'],
    ["packshot describe cup.jpg --product 'Stoneware mug' --json", 'The shop texts as JSON.'],
    ['packshot describe photos --out texts/{name}.json', 'A file for each photo.'],
  ],
  suffix: null,
  flagsFor: ({ product_name: name }) => (typeof name === 'string' ? { product: name } : {}),
  there(args) {
    const name = nameIn(args);
    const asked = name === '' ? {} : { product_name: name };
    return {
      variants: 1,
      credits: 0,
      asked: { ...asked, tool: 'describe' },
      begin: (packshot, { image }, options) => packshot.descriptions.start({ image, ...asked }, options),
    };
  },
  read(args) {
    const name = nameIn(args);
    return {
      variants: 1,
      of: () => ({
        asked: { tool: 'describe' },
        async make(engine, photo, _variant, options) {
          const input = { photo, ...(name !== '' && { name }) };
          const { finalDescription, shopTexts, facts } = await engine.run('describe', input, options);
          if (finalDescription === null) throw new Refused('NO_SUBJECT');
          return {
            kind: 'text',
            text: finalDescription,
            facts: {
              description: finalDescription,
              ...(shopTexts !== null && { shop_texts: shopTexts }),
              ...(facts.text.length > 0 && { read_text: facts.text }),
            },
          };
        },
      }),
    };
  },
};

function nameIn(args: Arguments): string {
  const name = textOf(args, 'product')?.trim() ?? '';
  if (name.length > PRODUCT_NAME_MAX_LENGTH)
    throw new UsageError(`--product is longer than ${PRODUCT_NAME_MAX_LENGTH} characters`);
  return name;
}
