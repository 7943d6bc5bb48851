import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { DomainError } from '../../platform/domain-error.ts';
import { createUploadRoom } from './upload-room.ts';

afterEach(() => vi.useRealTimers());

function createCall(organizationId: string) {
  const socket = Object.assign(new EventEmitter(), { bytesRead: 0, destroy: vi.fn<() => void>() });
  const raw = { socket, complete: false };
  const request = { caller: { organizationId }, raw } as unknown as FastifyRequest;
  return { request, raw, socket };
}

it('one organization can’t occupy all upload places, and a place released twice counts once', () => {
  const room = createUploadRoom(3, 2);
  const leave = room.enter(createCall('a').request);
  room.enter(createCall('a').request);
  expect(() => room.enter(createCall('a').request)).toThrow(DomainError);
  room.enter(createCall('b').request);
  expect(() => room.enter(createCall('c').request)).toThrow(DomainError);
  leave();
  leave();
  room.enter(createCall('a').request);
  expect(() => room.enter(createCall('c').request)).toThrow(DomainError);
});

it('a waiting upload gets the first place free for its organization, and is refused after a time limit', async () => {
  vi.useFakeTimers();
  const room = createUploadRoom(3, 2);
  const [first, second] = [room.enter(createCall('a').request), room.enter(createCall('a').request)];
  const order: string[] = [];
  const wait = (organizationId: string, name: string) => {
    const call = createCall(organizationId);
    const entered = room.enterInTurn(call.request, 1000).then(
      (leave) => (order.push(name), leave),
      () => void order.push(`${name} refused`),
    );
    return { ...call, entered };
  };
  const third = wait('a', 'third');
  const disconnectedCall = wait('a', 'gone');
  await wait('b', 'other').entered;
  expect(order).toEqual(['other']);
  disconnectedCall.socket.emit('close');
  await disconnectedCall.entered;
  const fourth = wait('a', 'fourth');
  first();
  await third.entered;
  second();
  await fourth.entered;
  expect(order).toEqual(['other', 'gone refused', 'third', 'fourth']);
  const late = wait('a', 'late');
  expect(third.socket.listenerCount('close')).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  await late.entered;
  expect(order.at(-1)).toBe('late refused');
  const crowd = Array.from({ length: 9 }, (_, at) => wait('a', `crowd ${at}`));
  await crowd.at(-1)?.entered;
  expect(order.at(-1)).toBe('crowd 8 refused');
});

it('a request body that stalls is aborted, unlike one that still arrives or has arrived', () => {
  vi.useFakeTimers();
  const room = createUploadRoom();
  const [idle, busy, whole] = ['a', 'b', 'c'].map(createCall);
  if (!idle || !busy || !whole) throw new Error('There are three.');
  for (const { request } of [idle, busy, whole]) room.enter(request);
  whole.raw.complete = true;
  for (let second = 0; second < 25; second += 1) {
    busy.socket.bytesRead += 8 * 1024;
    vi.advanceTimersByTime(1000);
  }
  expect([idle, busy, whole].map(({ socket }) => socket.destroy.mock.calls.length > 0)).toEqual([
    true,
    false,
    false,
  ]);
});
