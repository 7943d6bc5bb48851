/*
 * Reasons why waiting ends. One error each for all requests: a new one would hold the frames that it was made in, and
 * with them the request.
 */

export const CLIENT_GONE = new Error('The client has gone');
export const SERVER_CLOSING = new Error('The server closes');
export const STREAM_ENDED = new Error('The event stream has ended');
