// A doctor that says only with which secret it would look.
process.stdout.write(process.env['SESSION_SECRET'] ? 'a secret of its own\n' : 'the kept secret\n');
