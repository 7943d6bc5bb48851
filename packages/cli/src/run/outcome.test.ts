import { dirname, join } from 'node:path';
import { ERRORS } from '@packshot/contract';
import { ImageRefusal } from '@packshot/image-engine';
import { describe, expect, it } from 'vitest';
import { engineCacheDir } from '../places.ts';
import { toFault } from './outcome.ts';

const systemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(code), { code, syscall });

describe('a fault message', () => {
  it('uses the message of the error code if there is one, and a plain message for file errors', () => {
    expect(toFault(new ImageRefusal('NO_SUBJECT'))).toEqual({
      code: 'NO_SUBJECT',
      message: ERRORS.NO_SUBJECT.message,
    });
    expect(toFault(systemError('ENOSPC', 'write'))).toEqual({ code: 'FILE', message: 'The disk is full.' });
  });

  it('names the model cache folder instead of the photo when the folder can’t be written', () => {
    const path = join(engineCacheDir(), 'models');
    const error = Object.assign(systemError('EACCES', 'mkdir'), { path });
    const expectedMessage = /^The folder for prepared models \(.*PACKSHOT_CACHE_DIR/;
    expect(toFault(error).message).toMatch(expectedMessage);
    expect(toFault({ ...error, path: dirname(engineCacheDir()) }).message).toMatch(expectedMessage);
    expect(toFault({ ...error, path: '/photos/cup.jpg' }).message).toBe('Permission denied.');
  });

  it('doesn’t blame the photo for an error of the engine process', () => {
    expect(toFault(systemError('ETXTBSY', 'spawn'))).toEqual({
      code: 'TASK_FAILED',
      message: ERRORS.TASK_FAILED.message,
      detail: 'ETXTBSY',
    });
  });
});
