/** External engines: those that are available, and the user's choice for each tool. */
import { engineToolSchema } from '@packshot/contract/tools/engines';
import type { EngineChoice, EngineOffer, EngineTool } from '@packshot/contract/tools/engines';
import { STORAGE_KEYS } from '../../../lib/state/storage-keys.ts';
import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { readStoredJson, writeStored } from '../../../lib/state/storage.ts';
import type { StudioServices } from '../state/services.ts';

const choiceSchema = z.object({
  /** Whether the external engine is used instead of the built-in one. */
  isOther: z.boolean(),
  /** Whether the built-in engine takes over if the external one fails. */
  allowsFallback: z.boolean(),
  /** Whether a scene shows the product's original pixels. */
  keepsProduct: z.boolean(),
});
type StoredChoice = Readonly<z.infer<typeof choiceSchema>>;
type EngineChoices = Readonly<Partial<Record<EngineTool, StoredChoice>>>;

/** Choices by the tools' API names, which don't change between releases. */
const choicesSchema = z.partialRecord(engineToolSchema.in, choiceSchema);

function storedChoices(): EngineChoices {
  const { data = {} } = choicesSchema.safeParse(readStoredJson(STORAGE_KEYS.engineChoices));
  return Object.fromEntries(
    Object.entries(data).map(([name, choice]) => [engineToolSchema.parse(name), choice]),
  );
}

const storeChoices = (choices: EngineChoices): void =>
  writeStored(
    STORAGE_KEYS.engineChoices,
    JSON.stringify(
      Object.fromEntries(
        Object.entries(choices).map(([tool, choice]) => [
          engineToolSchema.encode(tool as EngineTool),
          choice,
        ]),
      ),
    ),
  );

/** Initial choice: the built-in engine, so that no photo leaves this site without the user's agreement. */
const FIRST_CHOICE: StoredChoice = { isOther: false, allowsFallback: false, keepsProduct: true };

export interface EnginesState {
  /** Available engines; null until loaded. */
  readonly offers: readonly EngineOffer[] | null;
  readonly choices: EngineChoices;
}

export type Engines = ReturnType<typeof createEngines>;

/** Shortest interval between two loads of the list of engines, in ms. */
const OFFERS_LAST_MS = 30_000;

export function createEngines({
  services,
}: {
  readonly services: Pick<StudioServices, 'engines' | 'nowMs'>;
}) {
  const store = createStore<EnginesState>(() => ({ offers: null, choices: storedChoices() }));
  let askedMs = -Infinity;
  return {
    store,
    /** Loads the available engines, at most once per `OFFERS_LAST_MS`; the list is empty after a failure. */
    async load(): Promise<void> {
      if (services.nowMs() - askedMs < OFFERS_LAST_MS) return;
      askedMs = services.nowMs();
      try {
        store.setState({ offers: await services.engines() });
      } catch (error) {
        console.warn('No other engines are offered.', error);
        store.setState({ offers: [] });
      }
    },
    choose(tool: EngineTool, change: Partial<StoredChoice>): void {
      const { choices } = store.getState();
      const next = { ...choices, [tool]: { ...getChoice({ choices }, tool), ...change } };
      store.setState({ choices: next });
      storeChoices(next);
    },
    /** Engine for a tool's requests; null for the built-in engine, also if the chosen engine is no longer available. */
    engineFor(tool: EngineTool): EngineChoice | null {
      const state = store.getState();
      if (!isOtherChosen(state, tool)) return null;
      const { allowsFallback, keepsProduct } = getChoice(state, tool);
      return { allowsFallback, keepsProduct };
    },
  };
}

/** User's choice for a tool, whether or not the engine is available. */
export const getChoice = ({ choices }: Pick<EnginesState, 'choices'>, tool: EngineTool): StoredChoice =>
  choices[tool] ?? FIRST_CHOICE;

export const offerFor = ({ offers }: Pick<EnginesState, 'offers'>, tool: EngineTool): EngineOffer | null =>
  offers?.find((offer) => offer.tool === tool) ?? null;

export const isOtherChosen = (state: EnginesState, tool: EngineTool): boolean =>
  getChoice(state, tool).isOther && offerFor(state, tool) !== null;
