/**
 * glibc keeps freed memory for the next request of the thread that freed it, and calls more and more sizes worth keeping: after a
 * large photo that is hundreds of megabytes. With these settings a frame goes back to the system when it is freed. Other C libraries
 * ignore them.
 */
export const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(2 * 1024 ** 2),
};
