// Fake worker for the launcher's own tests. With STAND_IN_WORKER_HANGS it ignores SIGTERM.
process.stdout.write(`${JSON.stringify({ level: 30, msg: 'worker', pid: process.pid })}\n`);
setInterval(() => {}, 60_000);
process.on('SIGTERM', () => {
  if (!process.env['STAND_IN_WORKER_HANGS']) process.exit(0);
});
process.on('disconnect', () => process.exit(0));
