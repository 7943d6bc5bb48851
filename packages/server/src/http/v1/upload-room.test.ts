import type { FastifyRequest } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { DomainError } from '../../domain/domain-error.ts';
import { createUploadRoom } from './upload-room.ts';

afterEach(() => vi.useRealTimers());

function callOf(organizationId: string) {
  const socket = { bytesRead: 0, destroy: vi.fn<() => void>() };
  const raw = { socket, complete: false };
  const request = { caller: { organizationId }, raw } as unknown as FastifyRequest;
  return { request, raw, socket };
}

it('one organization leaves places to others, and a place that is given back twice is one place', () => {
  const room = createUploadRoom(3, 2);
  const leave = room.enter(callOf('a').request);
  room.enter(callOf('a').request);
  expect(() => room.enter(callOf('a').request)).toThrow(DomainError);
  room.enter(callOf('b').request);
  expect(() => room.enter(callOf('c').request)).toThrow(DomainError);
  leave();
  leave();
  room.enter(callOf('a').request);
  expect(() => room.enter(callOf('c').request)).toThrow(DomainError);
});

it('a body that hardly comes is given up, one that comes or has come is not', () => {
  vi.useFakeTimers();
  const room = createUploadRoom();
  const [idle, busy, whole] = ['a', 'b', 'c'].map(callOf);
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
