import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, TOOL_IDS } from '@packshot/contract';
import type {
  CreatedRecord,
  EndpointName,
  Recipe,
  Run,
  StoredRecipe,
  TaskState,
  TokenPair,
} from '@packshot/contract';
import { iterateEvents } from '../../../packages/server/src/testing/api-client.ts';
import type { ApiClient, ApiCallOptions } from '../../../packages/server/src/testing/api-client.ts';

/** Age of an access token in milliseconds at which it is renewed; tokens expire after 15 minutes. */
const REFRESHED_AFTER_MS = 5 * 60_000;

const RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'none', strength: 0 },
    framing: {
      fill_percent: 88,
      margin_percent: 3,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    { id: 'shop', width: 400, height: 400, format: 'jpeg', quality: 90, name_pattern: '{sku}.{ext}' },
  ],
};

/** Number of calls, and descriptions of the failed ones. */
export interface CallCount {
  calls: number;
  readonly errors: string[];
}

/** Simulated user of the studio, who does one thing at a time. */
export class Customer {
  #client: ApiClient;
  #refreshedMs = performance.now();
  #records: string[] = [];
  readonly #count: CallCount;
  readonly #address: string;

  constructor(client: ApiClient, address: string, count: CallCount) {
    this.#client = client;
    this.#address = address;
    this.#count = count;
  }

  /** Uploads, cuts out, saves, lists and downloads a photo, and deletes an older record. */
  async makeOne(photo: Uint8Array): Promise<void> {
    await this.#stayIn();
    const key = await this.#upload(photo);
    const state = await this.#cutOut(key);
    const fullKey = state.result?.key ?? '';
    const form = { tool_type: String(TOOL_IDS.bgRemove), name: 'Soak', output_image_url_key: fullKey };
    const { data } = await this.#json<{ data: CreatedRecord[] }>('createRecord', { form });
    const id = data[0]?.id ?? '';
    await this.#json('updateRecord', { params: { id }, json: { is_visible: true } });
    await this.#json('listRecords', { query: { limit: '20' } });
    const { url } = await this.#json<{ url: string }>('downloadImage', { json: { key: fullKey } });
    await this.#fetch(url);
    await this.#json('getLedger', { query: { ledger: 'freemium' } });
    this.#records.push(id);
    // Keeps five records and deletes the oldest one.
    const oldest = this.#records.length > 5 ? this.#records.shift() : undefined;
    if (oldest !== undefined) await this.#call('deleteRecord', { params: { id: oldest } });
  }

  /** Makes a small run: adds photos, waits for the files, downloads a ZIP, and deletes the run. */
  async makeRun(photos: readonly Uint8Array[]): Promise<void> {
    await this.#stayIn();
    const { data: recipe } = await this.#json<{ data: StoredRecipe }>('createRecipe', {
      json: { name: 'Soak', recipe: RECIPE },
    });
    const { data: run } = await this.#json<{ data: Run }>('createRun', {
      json: { name: 'Soak', recipe_id: recipe.id, only_changed: false },
    });
    const items: object[] = [];
    for (const photo of photos) {
      const sku = `sku-${items.length + 1}`;
      items.push({
        sku,
        source: { kind: 'upload', key: await this.#upload(photo), file_name: `${sku}.jpg` },
      });
    }
    const params = { id: run.id };
    await this.#json('addRunItems', { params, json: { first_row: 1, items } });
    await this.#json('changeRun', { params: { ...params, action: 'start' } });
    for (;;) {
      await sleep(3_000);
      await this.#stayIn();
      const { data: now } = await this.#json<{ data: Run }>('readRun', { params });
      if (now.status === 'finished') break;
      if (now.status !== 'running') throw new Error(`The run is ${now.status}`);
    }
    await this.#json('listRunItems', { params, query: { limit: '50' } });
    const { data: link } = await this.#json<{ data: { url: string } }>('orderRunDownload', {
      params,
      json: { kind: 'zip' },
    });
    await this.#fetch(link.url);
    await this.#call('deleteRun', { params });
    await this.#call('deleteRecipe', { params: { id: recipe.id } });
  }

  async #stayIn(): Promise<void> {
    if (performance.now() - this.#refreshedMs < REFRESHED_AFTER_MS) return;
    const { refresh } = this.#client.session;
    const tokens = await this.#json<TokenPair>('refreshSession', { json: { refresh }, access: null });
    this.#client = this.#client.with(tokens);
    this.#refreshedMs = performance.now();
  }

  async #upload(photo: Uint8Array): Promise<string> {
    this.#count.calls += 2;
    const { key, response } = await this.#client.upload(photo);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`An upload was answered with ${response.status}`);
    return key;
  }

  async #cutOut(key: string): Promise<TaskState> {
    this.#count.calls += 1;
    const response = await this.#client.cutOut(key);
    if (!response.ok)
      throw new Error(`A cut-out was answered with ${response.status}: ${await response.text()}`);
    let last: TaskState | null = null;
    for await (const event of iterateEvents(response)) if (!('task_ids' in event)) last = event;
    if (last === null || !isTerminal(last.status) || last.status !== 'SUCCESS')
      throw new Error(`A cut-out ended as ${last?.status}`);
    return last;
  }

  async #fetch(url: string): Promise<void> {
    this.#count.calls += 1;
    const response = await fetch(new URL(url, this.#address));
    const bytes = await response.arrayBuffer();
    if (!response.ok || bytes.byteLength === 0)
      throw new Error(`A file was answered with ${response.status}`);
  }

  async #call(name: EndpointName, options: ApiCallOptions): Promise<Response> {
    this.#count.calls += 1;
    const response = await this.#client.call(name, options);
    if (!response.ok)
      throw new Error(`${name} was answered with ${response.status}: ${await response.text()}`);
    return response;
  }

  async #json<T>(name: EndpointName, options: ApiCallOptions): Promise<T> {
    return (await (await this.#call(name, options)).json()) as T;
  }
}
