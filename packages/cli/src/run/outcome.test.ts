import { ERRORS } from '@packshot/contract';
import { ImageRefusal } from '@packshot/image-engine';
import { describe, expect, it } from 'vitest';
import { faultOf } from './outcome.ts';

const systemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(code), { code, syscall });

describe('a fault', () => {
  it('is said in the product’s words where it has some, and plainly where a file is at fault', () => {
    expect(faultOf(new ImageRefusal('NO_SUBJECT'))).toEqual({
      code: 'NO_SUBJECT',
      message: ERRORS.NO_SUBJECT.message,
    });
    expect(faultOf(systemError('ENOSPC', 'write'))).toEqual({ code: 'FILE', message: 'The disk is full.' });
  });

  it('of the engine’s process is not put down to the photo', () => {
    expect(faultOf(systemError('ETXTBSY', 'spawn'))).toEqual({
      code: 'TASK_FAILED',
      message: ERRORS.TASK_FAILED.message,
      detail: 'ETXTBSY',
    });
  });
});
