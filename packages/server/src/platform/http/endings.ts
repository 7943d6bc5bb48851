/*
 * Reasons why the server stops waiting for a client or a job. Shared instances, because a new error would reference
 * its stack frames, and through them the request.
 */

export const CLIENT_GONE = new Error('The client has gone');
export const SERVER_CLOSING = new Error('The server closes');
export const STREAM_ENDED = new Error('The event stream has ended');
