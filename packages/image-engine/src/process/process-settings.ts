/**
 * Environment variables that make the C library return large freed blocks to the system. By default glibc keeps freed
 * memory per thread and raises the size limit for keeping it, which amounts to hundreds of megabytes after a large
 * photo. Other C libraries ignore the variables.
 */
export const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(2 * 1024 ** 2),
};

const FIRST_NODE_WITH_FLAG = 24;

/**
 * Node flags that turn off the protection of compiled code by hardware keys. With it, a process with several threads
 * sometimes aborts with "Check failed: jit_page.has_value()" (https://github.com/nodejs/node/issues/64500). Empty where
 * Node doesn't know the flag.
 */
export const JIT_FLAGS: readonly string[] =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  Number.parseInt(process.versions.node, 10) >= FIRST_NODE_WITH_FLAG
    ? ['--no-memory-protection-keys']
    : [];
