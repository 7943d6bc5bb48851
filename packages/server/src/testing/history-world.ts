import { randomUUID } from 'node:crypto';
import { TOOL_IDS } from '@packshot/contract';
import type { CreatedRecord, RecordSlot, SavedRecord, Session } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { drawnPng } from './drawn-png.ts';
import { claimTask, settleWithResult } from './settle-task.ts';
import type { TestApi } from './test-api.ts';
import { acceptTask, sceneForm } from './test-services.ts';

export const grayPng = (value: number): Buffer =>
  Buffer.from(drawnPng(16, 16, () => [value, value, value, 255]));

export interface HistoryMember {
  readonly access: string;
  readonly userId: string;
  readonly caller: Caller;
  readonly password: string;
}

let people = 0;

export async function newMember(api: TestApi, downloads = 0): Promise<HistoryMember> {
  people += 1;
  const password = 'rightpass1';
  const body = { email: `history${people}@shop.example`, password, first_name: 'Ann', last_name: 'Lee' };
  const session = await api.data<Session>('register', { body, ip: `198.51.100.${people}` });
  const userId = session.info.user.id;
  const grant = (ledger: 'freemium' | 'download', delta: number) =>
    api.services.database.stores.ledger.append({
      userId,
      ledger,
      kind: 'grant',
      delta,
      reference: `test:${randomUUID()}`,
    });
  await grant('freemium', 50);
  if (downloads > 0) await grant('download', downloads);
  return {
    access: session.access,
    userId,
    caller: await api.services.sessions.authenticate(session.access),
    password,
  };
}

/** Creates a finished cut-out whose full-size object is a real picture, and returns its key. */
export async function newResult(api: TestApi, { caller }: HistoryMember, gray = 128): Promise<string> {
  const task = await claimTask(api.services, await acceptTask(api.services, caller));
  await settleWithResult(api.services, task);
  return withPicture(api, caller, task.id, gray);
}

/** Creates a finished scene with its first variant, and returns the variant's key. */
export async function newScene(
  api: TestApi,
  { caller }: HistoryMember,
  form: Readonly<Record<string, unknown>>,
): Promise<string> {
  const scene = sceneForm({ feature_type: TOOL_IDS.text, count: 2, ...form });
  const { taskIds } = await api.services.generations.accept(caller, 'scene', scene);
  const task = await claimTask(api.services, taskIds[0] ?? '');
  await settleWithResult(api.services, task);
  return withPicture(api, caller, task.id, 200);
}

async function withPicture(api: TestApi, caller: Caller, taskId: string, gray: number): Promise<string> {
  const { result } = await api.services.generations.state(caller, taskId);
  if (result?.key === undefined) throw new Error('The task has no result');
  await api.services.objects.write(result.key, grayPng(gray), { contentType: 'image/png' });
  return result.key;
}

export const createRecord = (api: TestApi, access: string, form: Readonly<Record<string, string>>) =>
  api.send('createRecord', {
    access,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

export async function createdRecord(
  api: TestApi,
  access: string,
  form: Readonly<Record<string, string>>,
): Promise<CreatedRecord> {
  const answer = await createRecord(api, access, form);
  const [created] = answer.json<{ data?: CreatedRecord[] }>().data ?? [];
  if (created === undefined) throw new Error(`${answer.statusCode} ${answer.body}`);
  return created;
}

/** Uploads bytes to a slot of a record, as a browser does. */
export async function uploadTo(
  { services }: TestApi,
  { upload }: CreatedRecord,
  slot: RecordSlot,
  bytes: Uint8Array,
): Promise<void> {
  const target = upload[slot];
  if (target === null) throw new Error(`The server has the ${slot} already`);
  const chunks = async function* () {
    yield bytes;
  };
  await services.objects.receive(services.objects.verifyUploadPolicy(target.fields), chunks());
}

/** Saves a result to History as the web app does: create the record, upload the thumbnail, make the record visible. */
export async function saveProject(
  api: TestApi,
  member: HistoryMember,
  form: Readonly<Record<string, string>> = {},
): Promise<SavedRecord> {
  const { access } = member;
  const output_image_url_key = form['output_image_url_key'] ?? (await newResult(api, member));
  const created = await createdRecord(api, access, {
    tool_type: String(TOOL_IDS.bgRemove),
    ...form,
    output_image_url_key,
  });
  await uploadTo(api, created, 'thumb', grayPng(90));
  return api.data('updateRecord', { access, params: { id: created.id }, body: { is_visible: true } });
}
