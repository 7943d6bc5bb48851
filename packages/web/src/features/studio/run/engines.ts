/** Engines beside the built-in one: what is offered, and what is chosen for each tool. */
import { engineToolSchema } from '@packshot/contract/tools/engines';
import type { EngineChoice, EngineOffer, EngineTool } from '@packshot/contract/tools/engines';
import { STORAGE_KEYS } from '../../../lib/state/storage-keys.ts';
import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { readStoredJson, writeStored } from '../../../lib/state/storage.ts';
import type { StudioServices } from '../state/services.ts';

const choiceSchema = z.object({
  /** The other engine instead of the built-in one. */
  isOther: z.boolean(),
  /** When the other one fails, the built-in one steps in. */
  allowsFallback: z.boolean(),
  /** Of a scene: the product's own pixels stay. */
  keepsProduct: z.boolean(),
});
type StoredChoice = Readonly<z.infer<typeof choiceSchema>>;
type EngineChoices = Readonly<Partial<Record<EngineTool, StoredChoice>>>;

/** Kept by the names that the wire has for tools, which do not change. */
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

/** Nobody's photo leaves this site before they have said so. */
const FIRST_CHOICE: StoredChoice = { isOther: false, allowsFallback: false, keepsProduct: true };

export interface EnginesState {
  /** Null until they were asked for. */
  readonly offers: readonly EngineOffer[] | null;
  readonly choices: EngineChoices;
}

export type Engines = ReturnType<typeof createEngines>;

/** Offers change when a server goes away or comes back: looked at again when a panel is opened, at most so often. */
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
    /** Asks what is offered; a failure offers nothing. */
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
      const next = { ...choices, [tool]: { ...choiceOf({ choices }, tool), ...change } };
      store.setState({ choices: next });
      storeChoices(next);
    },
    /** Whom a request for that is made of; null: the built-in engine, also where nothing else is offered anymore. */
    engineFor(tool: EngineTool): EngineChoice | null {
      const state = store.getState();
      if (!isOtherChosen(state, tool)) return null;
      const { allowsFallback, keepsProduct } = choiceOf(state, tool);
      return { allowsFallback, keepsProduct };
    },
  };
}

/** What is chosen for a tool, whether it is offered now or not. */
export const choiceOf = ({ choices }: Pick<EnginesState, 'choices'>, tool: EngineTool): StoredChoice =>
  choices[tool] ?? FIRST_CHOICE;

/** The other engine that is offered for a tool; null while there is none. */
export const offerFor = ({ offers }: Pick<EnginesState, 'offers'>, tool: EngineTool): EngineOffer | null =>
  offers?.find((offer) => offer.tool === tool) ?? null;

/** Another engine than the built-in one is chosen for a tool, and is there. */
export const isOtherChosen = (state: EnginesState, tool: EngineTool): boolean =>
  choiceOf(state, tool).isOther && offerFor(state, tool) !== null;
