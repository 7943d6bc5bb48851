import { createImageEngine } from '@packshot/image-engine';
import { serve } from '../cutout/contestant.ts';

const [cacheDir = ''] = process.argv.slice(2);
const engine = createImageEngine({ cacheDir });
serve(async (photo) => (await engine.run('upscale', { photo, factor: 4, mode: 'detailed' })).full);
