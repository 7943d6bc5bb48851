/** Code of the thread that sends bodies, started by `createSender`. */
import { request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { BodyToSend } from './body-to-send.ts';

let prepared: BodyToSend | undefined;

function send({ port, method, path, headers, body }: BodyToSend): Promise<unknown> {
  return new Promise((resolve) => {
    const outgoingRequest = request({ port, host: '127.0.0.1', method, path, headers, agent: false });
    outgoingRequest.setHeader('content-length', body.byteLength);
    outgoingRequest.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, 1000);
      });
      response.on('close', () => {
        resolve({ status: response.statusCode ?? 0, text });
        outgoingRequest.destroy();
      });
    });
    outgoingRequest.on('error', (error) => resolve({ status: 0, text: error.message }));
    outgoingRequest.end(body);
  });
}

parentPort?.on('message', (message: BodyToSend | 'send') => {
  if (message !== 'send') {
    prepared = message;
    parentPort?.postMessage('prepared');
  } else if (prepared !== undefined) void send(prepared).then((answer) => parentPort?.postMessage(answer));
});
