/**
 * Script of the engine's worker process: decodes, runs networks, processes pixels and encodes, one job at a time, away
 * from the event loop that serves requests. While a network runs, this process is blocked. Between a tool's stages it
 * handles messages, so that a canceled job stops at the next stage; the parent process kills this process if that
 * takes too long.
 */
import { setImmediate } from 'node:timers/promises';
import type { ModelName } from '../models/builds.ts';
import { lowerPriority } from '../models/lower-priority.ts';
import { limitNetworkThreads } from '../models/network-threads.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { TOOLS } from '../tools/index.ts';
import type { EngineToolName } from '../tools/index.ts';
import type { Evictable } from '../tools/cached.ts';
import { watchMemory } from './memory-watch.ts';
import { NICENESS, PROCESS_ROLES } from './messages.ts';
import type { FromProcess, JobMessage, ToProcess } from './messages.ts';
import { createLeftovers, makeRoom } from './room.ts';

const running = new Map<number, AbortController>();
/** Models received from the parent process, and callbacks of jobs that wait for one. */
const models = new Map<ModelName, ReadyModel>();
const modelsNeeded = new Map<ModelName, (model: ReadyModel) => void>();
/** Callbacks of jobs that wait for a signature, by job ID. */
const signaturesNeeded = new Map<number, (signature: Uint8Array) => void>();
/** Resources that tools have cached, the least recently used first. */
const cachedItems = new Set<Evictable>();
/** Tools that have run in this process, so that their libraries are loaded. */
const started = new Set<EngineToolName>();
const memory = watchMemory();
const leftovers = createLeftovers();

const send = (message: FromProcess): void => void process.send?.(message);

async function runJob<Tool extends EngineToolName>(job: JobMessage<Tool>): Promise<void> {
  const { jobId, tool, input, memoryBytes } = job;
  const controller = new AbortController();
  running.set(jobId, controller);
  try {
    const { run, keeps = [] } = await TOOLS[tool].load();
    const own = typeof keeps === 'function' ? keeps(input) : keeps;
    leftovers.now();
    await makeRoom(own, { ...job, hasStarted: started.has(tool) }, cachedItems);
    for (const one of own) {
      cachedItems.delete(one);
      cachedItems.add(one);
    }
    memory.allow(memoryBytes);
    const result = await run(input, {
      signal: controller.signal,
      onProgress: (fraction, stage) => send({ kind: 'progress', jobId, fraction, stage, atMs: Date.now() }),
      checkpoint: async () => {
        await setImmediate();
        controller.signal.throwIfAborted();
      },
      model: (name) => requestModel(name, jobId, controller.signal),
      sign: (bytes) => requestSignature(bytes, jobId, controller.signal),
    });
    started.add(tool);
    send({ kind: 'done', jobId, result, atMs: Date.now() });
  } catch (error) {
    send(controller.signal.aborted ? { kind: 'canceled', jobId } : toFaultMessage(jobId, error));
  } finally {
    running.delete(jobId);
    signaturesNeeded.delete(jobId);
    leftovers.later();
  }
}

async function requestModel(name: ModelName, jobId: number, signal: AbortSignal): Promise<ReadyModel> {
  const cachedModel = models.get(name);
  if (cachedModel !== undefined) return cachedModel;
  const { promise, resolve, reject } = Promise.withResolvers<ReadyModel>();
  modelsNeeded.set(name, resolve);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  send({ kind: 'model-needed', jobId, name });
  return promise;
}

async function requestSignature(bytes: Uint8Array, jobId: number, signal: AbortSignal): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  signaturesNeeded.set(jobId, resolve);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  send({ kind: 'signature-needed', jobId, bytes });
  return promise;
}

function toFaultMessage(jobId: number, error: unknown): FromProcess {
  if (error instanceof ImageRefusal) {
    const { code, product } = error;
    return { kind: 'refused', jobId, code, product, cause: describe(error.cause) };
  }
  return { kind: 'failed', jobId, message: describe(error) ?? 'unknown' };
}

function describe(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
}

process.on('message', (message: ToProcess) => {
  if (message.kind === 'job') void runJob(message);
  else if (message.kind === 'cancel') running.get(message.jobId)?.abort();
  else if (message.kind === 'signature') signaturesNeeded.get(message.jobId)?.(message.signature);
  else {
    models.set(message.name, message.model);
    modelsNeeded.get(message.name)?.(message.model);
  }
});
process.on('disconnect', () => process.exit(0));
const role = PROCESS_ROLES.find((name) => name === process.argv[2]) ?? 'usual';
if (role !== 'usual') lowerPriority(NICENESS[role]);
// One thread per network, because two threads in a spare process would wait for cores and for each other.
if (role === 'spare') limitNetworkThreads(1);
send({ kind: 'ready' });
