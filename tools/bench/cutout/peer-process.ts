import { createRequire } from 'node:module';
import { serve } from './contestant.ts';

interface BackgroundRemover {
  removeBackground(photo: Blob, options: { model: 'medium' }): Promise<Blob>;
}

const [folder = ''] = process.argv.slice(2);
const { removeBackground } = createRequire(`${folder}/`)(
  '@imgly/background-removal-node',
) as BackgroundRemover;
serve(async (jpeg) => {
  const result = await removeBackground(new Blob([Uint8Array.from(jpeg)], { type: 'image/jpeg' }), {
    model: 'medium',
  });
  return new Uint8Array(await result.arrayBuffer());
});
