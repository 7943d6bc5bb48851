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
