// Imported before a benchmark's program: ends it when the command that started it has ended, for whatever reason.
process.once('disconnect', () => process.exit(1));
// Lets a finished program end by itself.
process.channel?.unref();
