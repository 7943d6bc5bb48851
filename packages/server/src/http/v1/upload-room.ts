import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/domain-error.ts';

/** Pictures are in memory until they are stored: so many calls at once, in this process, and so many of one organization. */
const PLACES = 16;
const PLACES_EACH = 8;
/** A body that comes more slowly than this is given up: it would hold its place for minutes. */
const CHECKED_EVERY_MS = 10_000;
const LEAST_BYTES = 32 * 1024;

interface UploadRoom {
  /**
   * Takes a place for an authenticated call.
   * @returns gives it back; more than once does no harm
   * @throws DomainError SERVERS_BUSY
   */
  enter(request: FastifyRequest): () => void;
}

/** Counts the calls whose pictures are in memory. */
export function createUploadRoom(places = PLACES, placesEach = PLACES_EACH): UploadRoom {
  const takenBy = new Map<string, number>();
  let taken = 0;
  return {
    enter(request) {
      const organizationId = request.caller?.organizationId ?? '';
      const own = takenBy.get(organizationId) ?? 0;
      if (taken >= places || own >= placesEach) throw new DomainError('SERVERS_BUSY');
      taken += 1;
      takenBy.set(organizationId, own + 1);
      const timer = setInterval(endSlowBody(request), CHECKED_EVERY_MS);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        clearInterval(timer);
        taken -= 1;
        const left = (takenBy.get(organizationId) ?? 1) - 1;
        if (left === 0) takenBy.delete(organizationId);
        else takenBy.set(organizationId, left);
      };
    },
  };
}

function endSlowBody({ raw }: FastifyRequest): () => void {
  let before = raw.socket.bytesRead;
  return () => {
    const now = raw.socket.bytesRead;
    if (!raw.complete && now - before < LEAST_BYTES) raw.socket.destroy();
    before = now;
  };
}
