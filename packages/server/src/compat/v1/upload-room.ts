import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';

/**
 * Limits on concurrent calls with pictures, which stay in memory until they are stored: per process and per
 * organization.
 */
const PLACES = 16;
const PLACES_EACH = 8;
/**
 * A body that sends fewer bytes than `LEAST_BYTES` in this time is aborted, because it would occupy its place for
 * minutes.
 */
const CHECKED_EVERY_MS = 10_000;
const LEAST_BYTES = 32 * 1024;

/** Limits on waiting calls, each of which holds an open connection: per process and per organization. */
const MOST_WAITING = 24;
const MOST_WAITING_EACH = 8;

/** Limits the calls whose pictures are in memory at the same time. */
export function createUploadRoom(places = PLACES, placesEach = PLACES_EACH) {
  const takenBy = new Map<string, number>();
  let occupiedPlaces = 0;
  /** Calls that wait for room in memory, in order of arrival. `tryAgain` takes a place if one is free. */
  const waiting = new Set<{ readonly organizationId: string; readonly tryAgain: () => void }>();
  const hasRoomFor = (organizationId: string): boolean =>
    occupiedPlaces < places && (takenBy.get(organizationId) ?? 0) < placesEach;

  const enter = (request: FastifyRequest): (() => void) => {
    const organizationId = getOrganizationId(request);
    if (!hasRoomFor(organizationId)) throw new DomainError('SERVERS_BUSY');
    occupiedPlaces += 1;
    takenBy.set(organizationId, (takenBy.get(organizationId) ?? 0) + 1);
    const timer = setInterval(endSlowBody(request), CHECKED_EVERY_MS);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      clearInterval(timer);
      occupiedPlaces -= 1;
      const heldPlaces = (takenBy.get(organizationId) ?? 1) - 1;
      if (heldPlaces === 0) takenBy.delete(organizationId);
      else takenBy.set(organizationId, heldPlaces);
      for (const { tryAgain } of waiting) tryAgain();
    };
  };

  return {
    /**
     * Reserves a place for an authenticated call.
     * @returns a function that releases the place; calling it again has no effect
     * @throws DomainError SERVERS_BUSY
     */
    enter,
    /**
     * Reserves a place, waiting for one if necessary. The client can't send the rest of its data meanwhile.
     * @throws DomainError SERVERS_BUSY if no place became free in time, or if too many calls wait already
     */
    async enterInTurn(request: FastifyRequest, waitMs: number): Promise<() => void> {
      const organizationId = getOrganizationId(request);
      if (hasRoomFor(organizationId)) return enter(request);
      const own = [...waiting].filter((each) => each.organizationId === organizationId);
      if (waiting.size >= MOST_WAITING || own.length >= MOST_WAITING_EACH)
        throw new DomainError('SERVERS_BUSY');
      return new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(one);
          request.raw.socket.off('close', giveUp);
        };
        const giveUp = (): void => {
          end();
          reject(new DomainError('SERVERS_BUSY'));
        };
        const tryAgain = (): void => {
          if (!hasRoomFor(organizationId)) return;
          end();
          resolve(enter(request));
        };
        const one = { organizationId, tryAgain };
        const timer = setTimeout(giveUp, waitMs);
        request.raw.socket.once('close', giveUp);
        waiting.add(one);
      });
    },
  };
}

const getOrganizationId = ({ caller }: FastifyRequest): string => caller?.organizationId ?? '';

function endSlowBody({ raw }: FastifyRequest): () => void {
  let before = raw.socket.bytesRead;
  return () => {
    const now = raw.socket.bytesRead;
    if (!raw.complete && now - before < LEAST_BYTES) raw.socket.destroy();
    before = now;
  };
}
