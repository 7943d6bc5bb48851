/** Composes the scene on the stage again after each change: a made one, or one that isn't made yet. */
import { DEFAULT_MATCH_PERCENT } from '@packshot/contract/tools/scene';
import type { Placement, SceneFacts } from '@packshot/contract/tools/scene';
import { planWithLock } from '@packshot/image-engine/pixels';
import type { LiveFrame, PicturePlan } from '@packshot/image-engine/pixels';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { DescribedSet } from '../../../../lib/api/references.ts';
import { keepLast } from '../../composite/keep-last.ts';
import type { LivePlan, LivePlanOrder, LiveSceneOrder } from '../../composite/live-scene.ts';
import { chosenFrame, isComposing, isFlat, productIn } from '../../composite/composing.ts';
import { adjustableScene, adjustedLock } from '../../model/adjustment.ts';
import type { AdjustableScene } from '../../model/adjustment.ts';
import type { StudioDocument } from '../../model/document.ts';
import type { StagePicture } from '../../model/picture.ts';
import type { PixelSize } from '../../model/size.ts';
import { loadWords, viewInMade, viewInScene } from '../../composite/product-view.ts';
import type { PictureId, Result } from '../../model/results.ts';
import type { OtherProduct, ReferenceChoice } from '../../model/scene-settings.ts';
import { createEngines, isOtherChosen } from '../../run/engines.ts';
import { bestRendition } from '../../state/studio-state.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { readScale } from './read-scale.ts';

/** Longest side in pixels of the scene on the stage while it changes. */
const LIVE_LONGEST_SIDE_PX = 640;
/**
 * Longest side in pixels of a scene that isn't changing. The scene is composed at this size `RESTING_MS` after the last
 * change.
 */
const SHARP_LONGEST_SIDE_PX = 1024;
const RESTING_MS = 350;
/** Time in ms after the last letter of a prompt until its scene is planned. */
const TYPING_MS = 700;

/** Longest side at which a scene is composed after a pause, for a stage of this size in device pixels. */
const sharpSidePx = (container: PixelSize | null): number =>
  container === null ? 0 : Math.min(SHARP_LONGEST_SIDE_PX, container.widthPx, container.heightPx);

export interface LiveState {
  /** ID of the made scene, or of the new scene's product, that is shown or couldn't be composed. */
  readonly id: PictureId | null;
  readonly shown: {
    readonly frame: LiveFrame;
    /** Product in the frame's separate layer (null for the first product), and its placement. */
    readonly movedId: PictureId | null;
    readonly placement: Placement;
    /** Products that can hardly be seen. */
    readonly hidden: readonly HiddenProduct[];
    readonly plan: PicturePlan;
    /** Text that identifies the shown settings, as returned by `LiveScenes.key`. */
    readonly key: string;
    /** Subject of the shown scene (see `StageScene`). */
    readonly subject: string;
    /** Facts about a scene that isn't made yet. */
    readonly facts?: SceneFacts;
  } | null;
  /** Set of the scene; null until it is loaded. */
  readonly set: DescribedSet['set'] | null;
}

/** Product that the set or another product hides, completely or mostly. */
export interface HiddenProduct {
  /** ID of a further product, or null for the first one. */
  readonly id: PictureId | null;
  readonly isCompletely: boolean;
  readonly isBehindSet: boolean;
}

/** Visible share of a product below which it counts as mostly hidden, or as completely hidden. */
const MOSTLY_BELOW = 0.25;
const COMPLETELY_BELOW = 0.01;

const hiddenIn = (
  { visibility }: LiveFrame,
  others: readonly { readonly id: PictureId }[],
): HiddenProduct[] =>
  visibility
    .filter(({ share }) => share < MOSTLY_BELOW)
    .map(({ index, share, isBehindSet }) => ({
      id: others[index - 1]?.id ?? null,
      isCompletely: share < COMPLETELY_BELOW,
      isBehindSet,
    }));

interface StageOrder extends Omit<LiveSceneOrder, 'longerSidePx'> {
  readonly others: readonly (LiveSceneOrder['others'][number] & { readonly id: PictureId })[];
}

/** Scene that the stage should show. */
interface StageScene {
  readonly id: PictureId;
  /** Settings that the picture depends on, as text. */
  readonly key: string;
  /** Settings among them that choose the set, as text: an earlier subject's picture shows something else. */
  readonly subject: string;
  readonly order: () => Promise<StageOrder>;
}

export interface LiveScenes {
  readonly state: StoreApi<LiveState>;
  /** Text that changes with the scene that the stage should show; null if it shows none, or can't yet. */
  key(): string | null;
  /** True while the stage shows a scene of another subject, such as of earlier words. */
  isOutdated(): boolean;
  /** Composes the scene on the stage as it is now. While one is composed, further calls are gathered into one. */
  update(): Promise<void>;
  /** Does this once the user pauses typing, and stops composing the scene of earlier words. */
  updateAfterTyping(): Promise<void>;
  /** Stops composing a scene that the user has changed meanwhile, so that the current one is composed instead. */
  catchUp(): Promise<void>;
}

export function createLiveScenes(context: StudioContext): LiveScenes {
  const { services, store, tools } = context;
  const engines = context.get(createEngines);
  const state = createStore<LiveState>(() => ({ id: null, shown: null, set: null }));
  const sets = new Map<string, Promise<DescribedSet>>();
  // Caches the last plan, which stays the same while the user moves the product.
  const lastPlan = keepLast<LivePlan>();
  let isWorking = false;
  /** Key of the scene that is being composed, or was composed last. */
  let workingKey = '';
  let isSharpening = false;
  let isLoadingWords = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  /** Timer that ends with a pause in typing; undefined if the user isn't typing. */
  let typing: ReturnType<typeof setTimeout> | undefined;

  const fetchSet = (id: string): Promise<DescribedSet> => {
    const loading = sets.get(id) ?? services.studioSet(id);
    sets.set(id, loading);
    loading.catch(() => sets.delete(id));
    return loading;
  };

  const loadSet = async (id: string): Promise<DescribedSet> => {
    const set = await fetchSet(id);
    state.setState({ set: set.set });
    return set;
  };

  /** Further products with loaded pictures, and the moved product's index, counted from 1; 0 for none of them. */
  const otherProducts = (others: readonly OtherProduct[]) => {
    const state = store.getState();
    const loaded = others.flatMap(({ id, placement }) => {
      const product = bestRendition(state, id);
      return product ? [{ id, product, placement }] : [];
    });
    return { others: loaded, movedIndex: 1 + loaded.findIndex(({ id }) => id === state.movedId) };
  };

  const madeScene = (scene: AdjustableScene, document: StudioDocument, product: StagePicture): StageScene => {
    const { result, look, now, size } = scene;
    const changed = adjustedLock(look, now);
    const further = otherProducts(scene.others);
    return {
      id: result.id,
      subject: result.id,
      key: JSON.stringify([result.id, now, product.url, further]),
      order: async () => ({
        ...size,
        ...further,
        set: await loadSet(look.setId),
        product,
        view: viewInMade(document, scene),
        plan: planWithLock(changed),
        look: changed,
        placement: now.placement,
        shadow: null,
        matchPercent: now.matchPercent,
        seed: look.seed,
      }),
    };
  };

  const newScene = (document: StudioDocument, product: Result, picture: StagePicture): StageScene | null => {
    const { scene } = document.edits;
    const reference = referencePicture(scene.reference);
    if (reference === undefined) return null;
    const { look, placement, shadow, aspectRatioId, isLarger, largerSidePx } = scene;
    const view = viewInScene(document, product.id);
    const viewSource = { view, ...(view === null && look === null && { poseWords: scene.prompt }) };
    const request: LivePlanOrder = {
      product: picture,
      ...viewSource,
      reference,
      prompt: scene.prompt.trim(),
      light: scene.light,
      palette: scene.palette,
      dimmers: { lamps: scene.lamps ?? undefined, partColors: scene.partColors ?? undefined },
      ...(scene.reference?.kind === 'built-in' && { referenceId: scene.reference.id }),
      scale: scene.scale ?? readScale(document) ?? undefined,
      isPlaced: placement !== null,
      framing: scene.framing ?? undefined,
      seed: scene.seed ?? store.getState().nextSeed,
      count: scene.count,
    };
    const size = { aspectRatioId, isLarger, largerSidePx };
    const further = otherProducts(scene.otherProducts);
    const rest = { placement: placement ?? undefined, shadow, matchPercent: scene.matchPercent };
    return {
      id: product.id,
      subject: JSON.stringify([
        product.id,
        request.prompt,
        request.referenceId,
        reference?.url,
        request.seed,
      ]),
      key: JSON.stringify([request, look, size, rest, further]),
      order: async () => {
        const { plan, productColors } = look
          ? { plan: planWithLock(look), productColors: null }
          : await lastPlan(JSON.stringify(request), () => services.planLive(request));
        if (productColors)
          store.setState((now) => ({
            productColors: { ...now.productColors, [product.id]: productColors },
          }));
        return {
          ...size,
          ...rest,
          ...further,
          set: await loadSet(plan.setId),
          product: picture,
          ...viewSource,
          plan,
          ...(look && { look }),
          // With a scene lock, uses the lock's strength of matching instead of the user's, as a request does.
          matchPercent: look?.matchPercent ?? rest.matchPercent ?? DEFAULT_MATCH_PERCENT,
          seed: look?.seed ?? request.seed,
        };
      },
    };
  };

  /**
   * Picture of the chosen reference.
   * @returns null if none or a built-in one is chosen; undefined while the picture is loading
   */
  const referencePicture = (choice: ReferenceChoice | null): StagePicture | null | undefined => {
    if (choice === null || choice.kind === 'built-in') return null;
    const id = choice.kind === 'own' ? choice.picture.id : choice.id;
    return bestRendition(store.getState(), id) ?? undefined;
  };

  const current = (): StageScene | null => {
    const { document } = store.getState();
    if (!document) return null;
    const adjustable = adjustableScene(document);
    const product = adjustable?.product ?? productIn(document);
    const picture = product && bestRendition(store.getState(), product.id);
    if (!picture) return null;
    if (adjustable) return madeScene(adjustable, document, picture);
    const holdsProduct = chosenFrame(tools, document)?.holdsProduct === true;
    if (!holdsProduct || !isComposing(tools, document) || isFlat(document.edits.scene)) return null;
    return isOtherChosen(engines.store.getState(), 'scene') ? null : newScene(document, product, picture);
  };

  /** True if the stage should show another subject by now. */
  const isReplaced = ({ subject }: Pick<StageScene, 'subject'>): boolean => current()?.subject !== subject;

  /**
   * Composes a scene and shows it.
   * @returns false if composing was stopped, or if another subject has been requested meanwhile
   */
  const compose = async (scene: StageScene, longerSidePx: number): Promise<boolean> => {
    try {
      workingKey = scene.key;
      const order = await scene.order();
      if (isReplaced(scene)) return false;
      const frame = await services.composeLive({ ...order, longerSidePx });
      if (frame === null || isReplaced(scene)) return false;
      const { plan } = order;
      const planned = 'facts' in plan && (plan.facts as SceneFacts);
      const movedAt = (order.movedIndex ?? 0) - 1;
      const moved = order.others[movedAt];
      const shown = {
        frame,
        key: scene.key,
        subject: scene.subject,
        movedId: moved?.id ?? null,
        placement: (moved && frame.beside[movedAt]) ?? frame.placement,
        hidden: hiddenIn(frame, order.others),
        plan,
        ...(planned && { facts: planned }),
      };
      state.setState({ id: scene.id, shown });
      if (planned) store.setState({ framing: { productId: scene.id, value: plan.framing } });
      if (order.placement === undefined)
        store.setState({
          standing: {
            productId: scene.id,
            placement: frame.placement,
            others: Object.fromEntries(
              order.others.map(({ id }, at) => [id, frame.beside[at] ?? frame.placement]),
            ),
          },
        });
    } catch (error) {
      console.warn('The scene could not be composed on the stage.', error);
      // Loads the sets again next time, because an update of the server may have replaced their files.
      sets.clear();
      // If a smaller picture of the same scene is shown, it stays visible.
      if (state.getState().shown?.key !== scene.key) state.setState({ id: scene.id, shown: null });
    }
    return true;
  };

  const work = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    isWorking = true;
    return task().finally(() => (isWorking = false));
  };

  const composeUntilCurrent = async (): Promise<void> => {
    for (let last = ''; ;) {
      const scene = current();
      if (!scene || scene.key === last || typing !== undefined) return;
      last = (await compose(scene, LIVE_LONGEST_SIDE_PX)) ? scene.key : '';
    }
  };

  const catchUp = async (): Promise<void> => {
    if (!isWorking || current()?.key === workingKey) return;
    await services.stopLive().catch((error: unknown) => {
      console.warn('The scene on the stage could not be stopped.', error);
    });
  };

  /** Loads the word lists once, and composes the scene again if they change the product's view. */
  const loadWordsOnce = async (): Promise<void> => {
    if (isLoadingWords) return;
    isLoadingWords = true;
    await loadWords();
    // Re-renders the components that use the word lists.
    store.setState({});
    if (workingKey !== '' && typing === undefined && current()?.key !== workingKey) await update();
  };

  const update = async (): Promise<void> => {
    clearTimeout(resting);
    clearTimeout(typing);
    typing = undefined;
    // If the word lists can't be loaded, the product's view comes from its photo alone.
    void loadWordsOnce().catch(() => (isLoadingWords = false));
    // Composing a sharp picture takes long, so it is stopped.
    if (isSharpening) await catchUp();
    if (isWorking) return;
    await work(composeUntilCurrent);
    if (typing !== undefined) return;
    const key = current()?.key;
    const sharpPx = sharpSidePx(store.getState().container);
    if (key === undefined || sharpPx <= LIVE_LONGEST_SIDE_PX || state.getState().shown === null) return;
    resting = setTimeout(() => void sharpen(key, sharpPx), RESTING_MS);
  };

  const updateAfterTyping = async (): Promise<void> => {
    clearTimeout(typing);
    typing = setTimeout(() => void update(), TYPING_MS);
    await catchUp();
  };

  /** Composes the scene at a larger size once it hasn't changed for a moment. */
  const sharpen = async (key: string, sharpPx: number): Promise<void> => {
    const scene = current();
    if (isWorking || scene?.key !== key) return;
    isSharpening = true;
    const isSharp = await work(() => compose(scene, sharpPx)).finally(() => (isSharpening = false));
    if (typing === undefined && (!isSharp || current()?.key !== key)) await update();
  };

  return {
    state,
    key: () => current()?.key ?? null,
    isOutdated: () => {
      const { shown } = state.getState();
      return shown !== null && isReplaced(shown);
    },
    update,
    updateAfterTyping,
    catchUp,
  };
}
