/** Worker that draws if the browser's canvas can't be used. Runs one job at a time and then frees its memory. */
// Imported first, because it prevents later modules from using features that the content security policy blocks.
import '../../../lib/page/schema-policy.ts';
import loadKit from 'canvaskit-wasm/full';
import library from 'canvaskit-wasm/bin/full/canvaskit.wasm?url';
import { softwareSurfaces } from '../../../lib/canvas/software.ts';
import { useSurfaces } from '../../../lib/canvas/surface.ts';
import { answerJobs } from './answer-jobs.ts';

const ready = loadKit({ locateFile: () => library }).then((kit) => {
  const surfaces = softwareSurfaces(kit);
  useSurfaces(surfaces);
  return surfaces;
});
let last: Promise<unknown> = Promise.resolve();

answerJobs((work) => {
  const next = last
    .catch(() => undefined)
    .then(() => ready)
    .then((surfaces) => work().finally(() => surfaces.freeAll()));
  last = next;
  return next;
});
