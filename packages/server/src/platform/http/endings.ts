/* Reasons why waiting ends. Shared instances: a new error would hold its stack frames, and with them the request. */

export const CLIENT_GONE = new Error('The client has gone');
export const SERVER_CLOSING = new Error('The server closes');
export const STREAM_ENDED = new Error('The event stream has ended');
