/**
 * The pictures of a document as a chain: the photo, and results each made from the photo or from another result.
 * Which picture is worked on, and which results were put away, is a step; steps can be undone and done again. A
 * result itself is never undone: it is paid for, so it stays in reach whatever was undone after it.
 */
import { z } from 'zod';

/** What stands for the photo wherever a picture is named. */
export const PHOTO_ID = 'photo';
export type PictureId = string;

/** Tools that make a picture of a picture. */
export const PICTURE_TOOL_NAMES = ['cut-out', 'magic', 'upscale'] as const;
export type PictureToolName = (typeof PICTURE_TOOL_NAMES)[number];
export const TOOL_NAMES = [...PICTURE_TOOL_NAMES, 'describe'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** More than anybody goes back; a step is some hundred bytes. */
export const STEP_LIMIT = 50;

const sizePx = z.number().int().positive();

export const resultSchema = z.object({
  /** The task that made it. */
  id: z.uuid(),
  tool: z.enum(PICTURE_TOOL_NAMES),
  /** The picture it was made from. */
  inputId: z.string(),
  /** Storage key of the full-size result: what a download asks for, and what the next tool works on. */
  key: z.string(),
  widthPx: sizePx,
  heightPx: sizePx,
  /** From the click to the result, as the user waited. */
  durationMs: z.number().nonnegative(),
  /** A result is paid for once; the server has the last word, this only tells the user. */
  isDownloaded: z.boolean(),
});

const stepSchema = z.object({ currentId: z.string(), hiddenIds: z.array(z.string()) });

export const chainSchema = z.object({
  results: z.array(resultSchema),
  past: z.array(stepSchema),
  present: stepSchema,
  future: z.array(stepSchema),
});

export type Result = Readonly<z.infer<typeof resultSchema>>;
export type ResultChain = Readonly<z.infer<typeof chainSchema>>;
type Step = ResultChain['present'];

export const EMPTY_CHAIN: ResultChain = {
  results: [],
  past: [],
  present: { currentId: PHOTO_ID, hiddenIds: [] },
  future: [],
};

export const resultOf = (chain: ResultChain, id: PictureId): Result | null =>
  chain.results.find((result) => result.id === id) ?? null;

/** The result that is worked on; null when that is the photo itself. */
export const currentResult = (chain: ResultChain): Result | null => resultOf(chain, chain.present.currentId);

/** Those that are not put away, oldest first. */
export const shownResults = (chain: ResultChain): readonly Result[] =>
  chain.results.filter((result) => !chain.present.hiddenIds.includes(result.id));

function step(chain: ResultChain, present: Step): ResultChain {
  return { ...chain, past: [...chain.past, chain.present].slice(-STEP_LIMIT), present, future: [] };
}

/** Adds a result and makes it the current picture. One that is there already only becomes current. */
export function addResult(chain: ResultChain, result: Result): ResultChain {
  const isKnown = resultOf(chain, result.id) !== null;
  const grown = isKnown ? chain : { ...chain, results: [...chain.results, result] };
  return selectPicture(grown, result.id);
}

/** Makes a picture the current one; the same chain when it is already, or is not to be had. */
export function selectPicture(chain: ResultChain, id: PictureId): ResultChain {
  const { currentId, hiddenIds } = chain.present;
  const isThere = id === PHOTO_ID || resultOf(chain, id) !== null;
  if (id === currentId || !isThere || hiddenIds.includes(id)) return chain;
  return step(chain, { currentId: id, hiddenIds });
}

/** Puts a result away. When it was the current picture, the nearest of its inputs that is shown takes its place. */
export function hideResult(chain: ResultChain, id: PictureId): ResultChain {
  const { currentId, hiddenIds } = chain.present;
  if (resultOf(chain, id) === null || hiddenIds.includes(id)) return chain;
  const hidden = [...hiddenIds, id];
  let next = currentId;
  while (hidden.includes(next)) next = resultOf(chain, next)?.inputId ?? PHOTO_ID;
  return step(chain, { currentId: next, hiddenIds: hidden });
}

export const canUndo = (chain: ResultChain): boolean => chain.past.length > 0;
export const canRedo = (chain: ResultChain): boolean => chain.future.length > 0;

export function undoStep(chain: ResultChain): ResultChain {
  const present = chain.past.at(-1);
  if (!present) return chain;
  return {
    ...chain,
    past: chain.past.slice(0, -1),
    present,
    future: [chain.present, ...chain.future],
  };
}

export function redoStep(chain: ResultChain): ResultChain {
  const [present, ...future] = chain.future;
  if (!present) return chain;
  return { ...chain, past: [...chain.past, chain.present], present, future };
}

export function markDownloaded(chain: ResultChain, id: PictureId): ResultChain {
  return {
    ...chain,
    results: chain.results.map((result) => (result.id === id ? { ...result, isDownloaded: true } : result)),
  };
}
