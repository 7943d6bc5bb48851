import { createImageEngine } from '@packshot/image-engine';
import { serve } from './contestant.ts';

const [cacheDir = ''] = process.argv.slice(2);
const engine = createImageEngine({ cacheDir, cachedMasks: 0 });
serve(async (jpeg) => (await engine.run('cut-out', { photo: jpeg })).full);
