import { randomUUID } from 'node:crypto';
import { TOOL_IDS } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawnMask, emptyPng } from '../testing/drawn-png.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import {
  analysis,
  bgRemoval,
  enlargement,
  harmonizeInput,
  magicForm,
  startTestServices,
} from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { AcceptedGeneration } from './accept.ts';

const SIDE_PX = 640;

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterEach(async () => {
  expect(await brokenInvariants(services.pool)).toEqual([]);
});
afterAll(() => services.stop());

async function guestWithDrawing() {
  const caller = await services.newGuest();
  const [photo, mask] = [
    await services.upload(caller),
    await services.upload(caller, drawnMask(SIDE_PX, SIDE_PX)),
  ];
  return { caller, photo, mask };
}

const credits = (caller: Caller) => services.credits.freemiumCredits(caller);

/** Returns the stored fields of a request, and the job queued for it. */
async function acceptFirst({ taskIds }: AcceptedGeneration) {
  const { rows } = await services.pool.query(
    `select r.type, r.tool, r.feature_type, r.cost, r.input_keys, r.input, j.data ->> 'job' as job
     from tasks t join generation_requests r on r.id = t.request_id
     join pgboss.job j on j.data ->> 'taskId' = t.id::text
     where t.id = any($1)`,
    [taskIds],
  );
  return rows as readonly unknown[];
}

describe('accepting a request for the magic tool', () => {
  it('debits one credit, stores photo, mask and prompt, and queues one job', async () => {
    const { caller, photo, mask } = await guestWithDrawing();
    const answer = await services.generations.accept(
      caller,
      'magic',
      magicForm(photo, mask, 'make it navy blue'),
    );
    expect(await credits(caller)).toBe(4);
    const input = { tool: 'magic', imageKey: photo, maskKey: mask, prompt: 'make it navy blue' };
    expect(await acceptFirst(answer)).toEqual([
      {
        type: 'magic_tool',
        tool: 'magic',
        feature_type: TOOL_IDS.magicTool,
        cost: 1,
        input_keys: [photo, mask],
        input,
        job: 'magic',
      },
    ]);
  });

  it.each([
    ['without a prompt', undefined],
    ['with an empty prompt', ''],
  ])('treats a request %s as a removal', async (_how, prompt) => {
    const { caller, photo, mask } = await guestWithDrawing();
    const answer = await services.generations.accept(caller, 'magic', magicForm(photo, mask, prompt));
    const [request] = await acceptFirst(answer);
    expect(request).toHaveProperty('input', { tool: 'magic', imageKey: photo, maskKey: mask });
  });

  it('returns the same task for a repeated idempotency key, even when the mask is gone', async () => {
    const { caller, photo, mask } = await guestWithDrawing();
    const key = randomUUID();
    const form = magicForm(photo, mask, 'brighten');
    const answers = await Promise.all(
      [1, 2, 3].map(() => services.generations.accept(caller, 'magic', form, key)),
    );
    await services.objects.delete(mask);
    answers.push(await services.generations.accept(caller, 'magic', form, key));
    expect(new Set(answers.flatMap(({ taskIds }) => taskIds)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await credits(caller)).toBe(4);
  });

  it('refuses a repeated idempotency key with another prompt, another mask or another tool', async () => {
    const { caller, photo, mask } = await guestWithDrawing();
    const otherMask = await services.upload(caller, drawnMask(SIDE_PX, SIDE_PX, 0.4));
    const key = randomUUID();
    await services.generations.accept(caller, 'magic', magicForm(photo, mask, 'brighten'), key);
    const { generations } = services;
    for (const askOther of [
      () => generations.accept(caller, 'magic', magicForm(photo, mask, 'darken'), key),
      () => generations.accept(caller, 'magic', magicForm(photo, mask), key),
      () => generations.accept(caller, 'magic', magicForm(photo, otherMask, 'brighten'), key),
      () => generations.accept(caller, 'cut-out', bgRemoval(photo), key),
    ]) {
      await expect(askOther()).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    }
    expect(await credits(caller)).toBe(4);
  });

  it('accepts a mask with the photo’s shape, even if it is smaller or in the orientation of the file', async () => {
    const caller = await services.newGuest();
    // A typical photo of a phone: its pixels are in landscape, but it is shown upright.
    const photo = await services.upload(caller, emptyPng(4032, 3024));
    for (const [widthPx, heightPx] of [
      [4032, 3024],
      [3024, 4032],
      [1200, 1600],
    ] as const) {
      const mask = await services.upload(caller, emptyPng(widthPx, heightPx));
      await services.generations.accept(caller, 'magic', magicForm(photo, mask));
    }
    expect(await credits(caller)).toBe(2);
  });
});

describe('accepting an upscale', () => {
  it('debits one credit, uses the generation type of upscales, and queues one job', async () => {
    const caller = await services.newGuest();
    const photo = await services.upload(caller);
    const answer = await services.generations.accept(caller, 'upscale', enlargement(photo, 4, 'detailed'));
    expect(await credits(caller)).toBe(4);
    expect(await acceptFirst(answer)).toEqual([
      {
        type: null,
        tool: 'upscale',
        feature_type: TOOL_IDS.upscale,
        cost: 1,
        input_keys: [photo],
        input: { tool: 'upscale', imageKey: photo, factor: 4, mode: 'detailed' },
        job: 'upscale',
      },
    ]);
  });

  it('allows at most 6000 pixels per side', async () => {
    const caller = await services.newGuest();
    const [fits, tooWide, tooHigh] = [
      await services.upload(caller, emptyPng(1500, 900)),
      await services.upload(caller, emptyPng(1501, 900)),
      await services.upload(caller, emptyPng(900, 1501)),
    ];
    await services.generations.accept(caller, 'upscale', enlargement(fits, 4));
    for (const key of [tooWide, tooHigh]) {
      const refused = services.generations.accept(caller, 'upscale', enlargement(key, 4));
      await expect(refused).rejects.toMatchObject({ code: 'UPSCALE_TOO_LARGE' });
      await services.generations.accept(caller, 'upscale', enlargement(key, 2));
    }
    expect(await credits(caller)).toBe(2);
  });

  it('draws detail in photos of up to 4 megapixels, and enlarges larger ones only faithfully', async () => {
    const caller = await services.newGuest();
    const [fits, tooLarge] = [
      await services.upload(caller, emptyPng(2000, 2000)),
      await services.upload(caller, emptyPng(2001, 2000)),
    ];
    await services.generations.accept(caller, 'upscale', enlargement(fits, 2, 'detailed'));
    const refused = services.generations.accept(caller, 'upscale', enlargement(tooLarge, 2, 'detailed'));
    await expect(refused).rejects.toMatchObject({ code: 'UPSCALE_TOO_SLOW' });
    await services.generations.accept(caller, 'upscale', enlargement(tooLarge, 2, 'faithful'));
    expect(await credits(caller)).toBe(3);
  });

  it('stores the option to clean up the photo first', async () => {
    const caller = await services.newGuest();
    const photo = await services.upload(caller);
    const form = enlargement(photo, 2, 'faithful', { cleansUp: true });
    const [task] = await acceptFirst(await services.generations.accept(caller, 'upscale', form));
    expect(task).toMatchObject({ input: { factor: 2, mode: 'faithful', cleansUp: true } });
  });

  it('refuses a repeated idempotency key with another factor or mode', async () => {
    const caller = await services.newGuest();
    const photo = await services.upload(caller);
    const key = randomUUID();
    const first = await services.generations.accept(caller, 'upscale', enlargement(photo, 2), key);
    for (const form of [enlargement(photo, 4), enlargement(photo, 2, 'detailed')]) {
      const other = services.generations.accept(caller, 'upscale', form, key);
      await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    }
    const again = await services.generations.accept(caller, 'upscale', enlargement(photo, 2), key);
    expect(again).toEqual({ taskIds: first.taskIds, isReplay: true });
    expect(await credits(caller)).toBe(4);
  });
});

describe('accepting a harmonization', () => {
  it('debits one credit, stores photo, mask and strength, and queues one job', async () => {
    const { caller, photo, mask } = await guestWithDrawing();
    const answer = await services.generations.accept(caller, 'harmonize', harmonizeInput(photo, mask, 0.4));
    expect(await credits(caller)).toBe(4);
    expect(await acceptFirst(answer)).toEqual([
      {
        type: null,
        tool: 'harmonize',
        feature_type: TOOL_IDS.harmonize,
        cost: 1,
        input_keys: [photo, mask],
        input: { tool: 'harmonize', imageKey: photo, maskKey: mask, strength: 0.4 },
        job: 'harmonize',
      },
    ]);
  });

  it('refuses a repeated idempotency key with another strength', async () => {
    const { caller, photo, mask } = await guestWithDrawing();
    const key = randomUUID();
    const first = await services.generations.accept(
      caller,
      'harmonize',
      harmonizeInput(photo, mask, 0.4),
      key,
    );
    const other = services.generations.accept(caller, 'harmonize', harmonizeInput(photo, mask, 0.5), key);
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    const again = await services.generations.accept(
      caller,
      'harmonize',
      harmonizeInput(photo, mask, 0.4),
      key,
    );
    expect(again).toEqual({ taskIds: first.taskIds, isReplay: true });
    expect(await credits(caller)).toBe(4);
  });
});

describe('accepting a description', () => {
  const keepBalance = async (caller: Caller, balance: number) => {
    for (let remaining = await credits(caller); remaining > balance; remaining -= 1) {
      await services.generations.accept(caller, 'upscale', enlargement(await services.upload(caller), 2));
    }
  };
  const listEntryKinds = async ({ taskIds }: AcceptedGeneration) => {
    const { rows } = await services.pool.query(
      `select e.kind from ledger_entries e join tasks t on t.request_id = e.request_id where t.id = any($1)`,
      [taskIds],
    );
    return rows as readonly unknown[];
  };

  it('debits nothing, writes no ledger entry, uses the generation type of descriptions, and queues one job', async () => {
    const caller = await services.newGuest();
    const photo = await services.upload(caller);
    const answer = await services.generations.accept(caller, 'describe', analysis(photo));
    expect(await credits(caller)).toBe(5);
    expect(await listEntryKinds(answer)).toEqual([]);
    expect(await acceptFirst(answer)).toEqual([
      {
        type: null,
        tool: 'describe',
        feature_type: TOOL_IDS.default,
        cost: 0,
        input_keys: [photo],
        input: { tool: 'describe', imageKey: photo },
        job: 'describe',
      },
    ]);
  });

  it('requires a balance of one credit, but doesn’t debit it', async () => {
    const caller = await services.newGuest();
    const photo = await services.upload(caller);
    await keepBalance(caller, 1);
    for (let i = 0; i < 3; i += 1) await services.generations.accept(caller, 'describe', analysis(photo));
    expect(await credits(caller)).toBe(1);
    await keepBalance(caller, 0);
    const refused = services.generations.accept(caller, 'describe', analysis(photo));
    await expect(refused).rejects.toMatchObject({ code: 'OUT_OF_CREDITS' });
    const { rows } = await services.pool.query(
      `select 1 from generation_requests where user_id = $1 and tool = 'describe'`,
      [caller.userId],
    );
    expect(rows).toHaveLength(3);
  });

  it('returns no credit when it is canceled', async () => {
    const caller = await services.newGuest();
    const answer = await services.generations.accept(
      caller,
      'describe',
      analysis(await services.upload(caller)),
    );
    expect(await services.generations.cancel(caller, answer.taskIds)).toEqual(answer.taskIds);
    expect(await credits(caller)).toBe(5);
    expect(await listEntryKinds(answer)).toEqual([]);
  });

  it('returns the same task for a repeated idempotency key, and refuses the key with another photo', async () => {
    const caller = await services.newGuest();
    const [photo, other] = [await services.upload(caller), await services.upload(caller)];
    const key = randomUUID();
    const first = await services.generations.accept(caller, 'describe', analysis(photo), key);
    const again = await services.generations.accept(caller, 'describe', analysis(photo), key);
    expect(again).toEqual({ taskIds: first.taskIds, isReplay: true });
    const conflict = services.generations.accept(caller, 'describe', analysis(other), key);
    await expect(conflict).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  it('counts toward the limits like paid requests', async () => {
    const busy = await startTestServices({ limits: { simultaneousTasksPerUser: 2 } });
    try {
      const caller = await busy.newGuest();
      const photo = await busy.upload(caller);
      const answers = await Promise.allSettled(
        [1, 2, 3, 4].map(() => busy.generations.accept(caller, 'describe', analysis(photo))),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    } finally {
      await busy.stop();
    }
  });
});

describe('a refused request', () => {
  const expectRefusal = async (caller: Caller, answer: Promise<AcceptedGeneration>, code: string) => {
    await expect(answer).rejects.toMatchObject({ code });
    expect(await credits(caller)).toBe(5);
    const { rows } = await services.pool.query('select 1 from generation_requests where user_id = $1', [
      caller.userId,
    ]);
    expect(rows).toEqual([]);
  };

  it('is free for another user’s mask or photo', async () => {
    const [ann, bob] = [await guestWithDrawing(), await guestWithDrawing()];
    const { generations } = services;
    const notFound = 'UPLOAD_NOT_FOUND';
    await expectRefusal(
      ann.caller,
      generations.accept(ann.caller, 'magic', magicForm(ann.photo, bob.mask)),
      notFound,
    );
    await expectRefusal(
      ann.caller,
      generations.accept(ann.caller, 'magic', magicForm(bob.photo, ann.mask)),
      notFound,
    );
    await expectRefusal(
      ann.caller,
      generations.accept(ann.caller, 'upscale', enlargement(bob.photo, 2)),
      notFound,
    );
    await expectRefusal(
      ann.caller,
      generations.accept(ann.caller, 'describe', analysis(bob.photo)),
      notFound,
    );
  });

  it('is free for a mask that is missing, empty, not a picture, or of another shape', async () => {
    const { caller, photo } = await guestWithDrawing();
    const { key: missing } = await services.uploads.createTarget(caller, 'mask.png');
    const masks = [
      [missing, 'UPLOAD_NOT_FOUND'],
      [await services.upload(caller, Buffer.from('just some words')), 'UNSUPPORTED_TYPE'],
      [await services.upload(caller, emptyPng(SIDE_PX, SIDE_PX - 20)), 'MASK_MISMATCH'],
      [await services.upload(caller, emptyPng(1, SIDE_PX)), 'TOO_SMALL'],
    ] as const;
    for (const [mask, code] of masks) {
      await expectRefusal(caller, services.generations.accept(caller, 'magic', magicForm(photo, mask)), code);
      const harmonized = services.generations.accept(caller, 'harmonize', harmonizeInput(photo, mask, 1));
      await expectRefusal(caller, harmonized, code);
    }
  });

  it('is free for a prompt that the magic tool can’t follow', async () => {
    const { caller, photo, mask } = await guestWithDrawing();
    for (const prompt of ['add a dragon', 'brighten it and add a dragon', 'do not remove it']) {
      const answer = services.generations.accept(caller, 'magic', magicForm(photo, mask, prompt));
      await expectRefusal(caller, answer, 'PROMPT_NOT_UNDERSTOOD');
    }
  });
});
