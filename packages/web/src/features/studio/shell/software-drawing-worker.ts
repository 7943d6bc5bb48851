/** The thread that draws where the browser's canvas can't be used: one job at a time, whose memory is freed after it. */
// First: it keeps what loads after it from trying what the content policy refuses.
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
