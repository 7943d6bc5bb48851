import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { autosave } from '../documents/autosave.ts';
import { openDocument } from '../documents/open-document.ts';
import { followOtherTabs } from '../documents/other-tabs.ts';
import { fakeServices } from '../testing/fake-services.ts';
import { finishedDocument } from '../testing/documents.ts';
import { TOOLS } from '../tools/index.ts';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { createDocumentStore } from './document-store.ts';
import { createStudioContext } from './studio-context.ts';

const NAME = 'packshot-studio:test';
const { id } = finishedDocument();
const PHOTO = new Blob(['photo']);

let ids = 0;
let nowMs = 2_000_000_000_000;
const warn = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

/** Simulates a browser tab: a studio of its own, on the database that all tabs share. */
async function tab() {
  const documents = createDocumentStore(() => NAME);
  const services = fakeServices({
    documents,
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    nowMs: () => (nowMs += 1),
  });
  const context = createStudioContext(services, TOOLS);
  autosave(context);
  followOtherTabs(context);
  const waitUntilSaved = () => vi.waitFor(() => expect(context.store.getState().isSaved).toBe(true));
  const write = async (prompt: string) => {
    context.change((document) => ({
      ...document,
      edits: { ...document.edits, scene: { ...document.edits.scene, prompt } },
    }));
    await waitUntilSaved();
  };
  const prompts = async () => (await documents.list()).map(({ edits }) => edits.scene.prompt);
  return { context, services, documents, saved: waitUntilSaved, write, prompts };
}

async function reopenDocument() {
  const { documents } = await tab();
  await documents.saveBlob(id, 'photo', PHOTO);
  await documents.save(finishedDocument());
  const tabs = [await tab(), await tab()] as const;
  for (const { context, saved } of tabs) {
    await openDocument(context, id);
    await saved();
  }
  return tabs;
}

describe('a picture open in two tabs', () => {
  it('keeps the edits of both tabs, the later one in a copy with all its pictures', async () => {
    const [one, other] = await reopenDocument();
    await one.write('on marble');
    await other.write('on oak');
    await one.write('on marble, in the morning');
    expect((await one.prompts()).toSorted()).toEqual(['on marble, in the morning', 'on oak']);
    expect((await one.documents.read(id))?.edits.scene.prompt).toBe('on marble, in the morning');
    const copyId = other.context.store.getState().document?.id ?? '';
    expect(copyId).not.toBe(id);
    expect(await (await other.documents.readBlob(copyId, 'photo'))?.text()).toBe('photo');
    expect(other.services.notices).toContainEqual({
      type: 'warning',
      message: OWN_MESSAGES.changedInOtherTab,
    });
    expect(one.services.notices.map(({ message }) => message)).not.toContain(OWN_MESSAGES.changedInOtherTab);
  });

  it('shows a warning in the other tab as soon as one tab changes the picture', async () => {
    const [one, other] = await reopenDocument();
    await one.write('on marble');
    await vi.waitFor(() =>
      expect(other.services.notices).toContainEqual({
        type: 'warning',
        message: OWN_MESSAGES.openInOtherTab,
      }),
    );
  });

  it('lets a pending run find the copy made for its edits', async () => {
    const [one, other] = await reopenDocument();
    await one.write('on marble');
    await other.write('on oak');
    other.context.patchDocument(id, (document) => ({ ...document, filed: ['run'] }));
    expect(other.context.store.getState().document?.filed).toEqual(['run']);
    expect(other.context.isOpen(id)).toBe(true);
    await openDocument(other.context, id);
    expect(other.context.store.getState().document?.edits.scene.prompt).toBe('on marble');
    expect(other.context.isOpen(id)).toBe(true);
  });

  it('removes a picture from the other tab when one tab deletes it', async () => {
    const [one, other] = await reopenDocument();
    await one.documents.remove(id);
    await vi.waitFor(() => expect(other.context.store.getState().document).toBeNull());
    expect(other.services.notices.at(-1)?.message).toBe(OWN_MESSAGES.deletedInOtherTab);
    expect(other.context.store.getState().recents).toEqual([]);
  });
});

describe('a database closed or emptied by the browser', () => {
  it('is opened again, and later changes are stored', async () => {
    const [{ write, documents }] = await reopenDocument();
    const { close } = IDBDatabase.prototype;
    const all: IDBDatabase[] = [];
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...transactionArgs) {
      all.push(this);
      return transaction.apply(this, transactionArgs);
    };
    await write('before');
    IDBDatabase.prototype.transaction = transaction;
    for (const database of all) close.call(database);
    await write('after');
    expect((await documents.read(id))?.edits.scene.prompt).toBe('after');
  });

  it('is rewritten with the photo, with a notice', async () => {
    const [{ write, documents, services, context }] = await reopenDocument();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(NAME).addEventListener('success', resolve);
    });
    await write('after');
    expect(services.notices.at(-1)?.message).toBe(OWN_MESSAGES.writtenAnew);
    expect(await (await documents.readBlob(id, 'photo'))?.text()).toBe('photo');
    expect(await openDocument(context, id)).not.toBeNull();
  });

  it('reports unsaved work while the browser refuses, and saves it afterwards', async () => {
    warn();
    const [{ write, documents, services, context, saved }] = await reopenDocument();
    const full = new DOMException('The disk is full.', 'QuotaExceededError');
    const save = vi.spyOn(documents, 'save').mockRejectedValue(full);
    void write('refused').catch(() => undefined);
    await vi.waitFor(() => expect(context.store.getState().isSaveRefused).toBe(true));
    expect(context.store.getState().isSaved).toBe(false);
    expect(services.notices.at(-1)?.message).toBe(OWN_MESSAGES.autosaveFailed);
    save.mockRestore();
    await write('stored');
    await saved();
    expect(context.store.getState().isSaveRefused).toBe(false);
    expect((await documents.read(id))?.edits.scene.prompt).toBe('stored');
  });
});
