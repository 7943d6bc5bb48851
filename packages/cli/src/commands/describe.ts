import { apiValues, DESCRIBE_OPTIONS } from '@packshot/contract';
import { optionsIn } from '../options/tool-options.ts';
import { RefusalError } from '../refused.ts';
import type { PhotoTool } from '../run/tool.ts';

export const describe: PhotoTool = {
  name: 'describe',
  summary: 'Say in a sentence or two what photos show',
  description: [
    'Prints what was measured on the product of each photo: colors, finish, form, and text that can be read on it. With --json, or an --out that ends in .json, it says more: title, bullets and alt text in each language.',
  ],
  table: DESCRIBE_OPTIONS,
  examples: [
    ['packshot describe cup.jpg', 'Prints the sentence.'],
    ["packshot describe cup.jpg --product 'Stoneware mug' --json", 'The shop texts as JSON.'],
    ['packshot describe photos --out texts/{name}.json', 'A file for each photo.'],
  ],
  suffix: null,
  read(args) {
    const options = optionsIn(DESCRIBE_OPTIONS, args);
    const { productName: name } = options;
    return {
      variants: 1,
      order: { tool: 'describe', options: apiValues(DESCRIBE_OPTIONS, options) },
      credits: 0,
      of: () => ({
        provenanceInput: { tool: 'describe' },
        async make(engine, photo, _variant, jobOptions) {
          const input = { photo, ...(name !== undefined && { name }) };
          const { finalDescription, shopTexts, facts } = await engine.run('describe', input, jobOptions);
          if (finalDescription === null) throw new RefusalError('NO_SUBJECT');
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
