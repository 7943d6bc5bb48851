// Imported before a benchmark's program: ends the program when the command that started it has ended, for any reason.
process.once('disconnect', () => process.exit(1));
// Doesn't let the channel keep a finished program running.
process.channel?.unref();
