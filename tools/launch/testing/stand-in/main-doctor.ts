// Fake doctor program for the launcher's own tests: only prints which secret it would use.
process.stdout.write(process.env['SESSION_SECRET'] ? 'a secret of its own\n' : 'the kept secret\n');
