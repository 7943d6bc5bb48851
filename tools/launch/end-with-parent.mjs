// Imported before a benchmark's program: when the command that started it is gone, however it ended, there is nobody to print figures to.
process.once('disconnect', () => process.exit(1));
// A program that is done ends by itself.
process.channel?.unref();
