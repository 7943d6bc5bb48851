import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { memoryLog } from '../../testing/memory-log.ts';
import { loggedError } from './pino-logger.ts';

describe('the log of an error', () => {
  it('has its type, code, stack and causes, without the values of SQL statements', () => {
    const cause = Object.assign(new TypeError('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ann@shop.example)',
    });
    const error = new Error('Failed query: insert\nparams: ann@shop.example,\neyJhbGciOiJI.eyJzdWIi.sig', {
      cause,
    });
    const { logger, text } = memoryLog();
    logger.error({ err: error }, 'it failed');
    expect(text()).not.toContain('ann@shop.example');
    expect(text()).not.toContain('eyJzdWIi');
    const line = JSON.parse(text()) as { err: { message: string; stack: string; cause: object } };
    expect(line.err.message).toBe('Failed query: insert\nparams: [redacted]');
    expect(line.err.stack).toContain('logger.test.ts');
    expect(line.err.cause).toMatchObject({ type: 'TypeError', message: 'duplicate key', code: '23505' });
  });

  it.each([
    ['GET /objects/a?signature=s3cr3t&expires=1', 'GET /objects/a?signature=[redacted]&expires=1'],
    ['no key pk_live_0123456789 here', 'no key pk_live_[redacted] here'],
    ['no secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw= here', 'no secret whsec_[redacted] here'],
    ['sent Authorization: Bearer s3cr3t now', 'sent Authorization: Bearer [token] now'],
    ['a?X-Amz-Signature=s3cr3t&X-Amz-Date=s3cr3t', 'a?X-Amz-Signature=[redacted]&X-Amz-Date=[redacted]'],
  ])('hides secrets in %j', (message, expectedMessage) => {
    expect(loggedError(new Error(message)).message).toBe(expectedMessage);
  });

  it('accepts a value that isn’t an error, and an endless chain of causes', () => {
    expect(loggedError('just text')).toEqual({ type: 'string', message: 'just text' });
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(loggedError(error)).length).toBeLessThan(50_000);
  });
});

describe('a process whose log has no reader', () => {
  it('can still exit', async () => {
    const program = `
      const { createLogger } = await import(${JSON.stringify(new URL('pino-logger.ts', import.meta.url).href)});
      const logger = createLogger('info', 'test');
      process.once('message', () => {
        logger.info('being written');
        logger.info('the last line');
        process.exit(0);
      });
      process.send('ready');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    try {
      await once(child, 'message');
      const ended = once(child, 'exit');
      child.stdout?.destroy();
      child.send('end');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
