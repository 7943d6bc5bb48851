/**
 * Languages of the examples on the pages for developers.
 * A server test, `printed-examples.test.ts`, runs the examples below as printed.
 */

import { t } from '../text/translation.ts';

export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', cli: t('Command line') } as const;
export type Language = keyof typeof LANGUAGES;

const SITE = 'https://studio.example';
const PHOTO = 'https://studio.example/mug.jpg';

export type Snippet = Readonly<Partial<Record<Language, string>>>;

const CLIENT = `import { readFile, writeFile } from 'node:fs/promises';
import { Packshot } from '@packshot/client';

const packshot = new Packshot({ server: '${SITE}', key: process.env.PACKSHOT_KEY ?? '' });
`;

export const SNIPPETS = {
  key: { curl: 'export PACKSHOT_KEY=pk_test_…' },
  photo: { curl: `curl -o mug.jpg ${PHOTO}` },
  'first-picture': {
    curl: `curl ${SITE}/v1/cutouts \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -F image=@mug.jpg \\
  -o mug-cutout.png`,
    typescript: `${CLIENT}const image = await readFile('mug.jpg');
const cutout = await packshot.cutouts.create({ image });
await writeFile('mug-cutout.png', cutout.bytes);`,
    cli: `packshot cutout mug.jpg --server ${SITE}`,
  },
  facts: {
    curl: `curl ${SITE}/v1/cutouts \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -H "Accept: application/json" \\
  -F image=@mug.jpg`,
    typescript: `${CLIENT}const image = await readFile('mug.jpg');
const { confidence, foreground, editUrl } = await packshot.cutouts.create({ image });
console.log(confidence, foreground, editUrl);`,
    cli: `packshot cutout mug.jpg --server ${SITE} --json --force`,
  },
  scene: {
    curl: `curl ${SITE}/v1/scenes \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -F image=@mug.jpg \\
  -F prompt="on a wooden table in warm morning light" \\
  -F count=2 \\
  -o mug-scene.png`,
    typescript: `${CLIENT}const scenes = await packshot.scenes.create({
  image: await readFile('mug.jpg'),
  prompt: 'on a wooden table in warm morning light',
  count: 2,
});
for (const [index, scene] of scenes.entries()) await writeFile(\`mug-scene-\${index}.png\`, scene.bytes);`,
    cli: `packshot scene mug.jpg --server ${SITE} \\
  --prompt "on a wooden table in warm morning light"`,
  },
  again: {
    curl: `curl ${SITE}/v1/cutouts \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -H "Idempotency-Key: order-4711-mug" \\
  --retry 5 --retry-all-errors \\
  -F image=@mug.jpg \\
  -o mug-cutout.png`,
    typescript: `${CLIENT}const image = await readFile('mug.jpg');
const cutout = await packshot.cutouts.create({ image }, { idempotencyKey: 'order-4711-mug' });
await writeFile('mug-cutout.png', cutout.bytes);`,
  },
  later: {
    curl: `curl -s -D headers.txt ${SITE}/v1/cutouts \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -F image=@mug.jpg -F wait=0
job=$(tr -d '\\r' < headers.txt | sed -n 's/^packshot-job: //Ip')

curl -N ${SITE}/v1/jobs/$job/events -H "X-Api-Key: $PACKSHOT_KEY"
curl ${SITE}/v1/jobs/$job/results/0 -H "X-Api-Key: $PACKSHOT_KEY" -o mug-cutout.png`,
    typescript: `${CLIENT}const image = await readFile('mug.jpg');
const job = await packshot.cutouts.start({ image }, { waitS: 0 });
for await (const { status, progress } of job.events()) console.log(status, progress);
const [cutout] = await job.pictures();
if (cutout) await writeFile('mug-cutout.png', cutout.bytes);`,
  },
  usage: {
    curl: `curl "${SITE}/v1/usage?days=7" -H "X-Api-Key: $PACKSHOT_KEY"`,
    typescript: `${CLIENT.replace("import { readFile, writeFile } from 'node:fs/promises';\n", '')}const usage = await packshot.usage.get({ days: 7 });
console.log(usage.total);`,
  },
  simulate: {
    curl: `curl ${SITE}/v1/cutouts \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -H "Packshot-Simulate: failure" \\
  -F image=@mug.jpg`,
    typescript: `import { readFile } from 'node:fs/promises';
import { Packshot, PackshotError } from '@packshot/client';

const packshot = new Packshot({ server: '${SITE}', key: process.env.PACKSHOT_KEY ?? '' });
try {
  const image = await readFile('mug.jpg');
  await packshot.cutouts.create({ image }, { simulate: 'failure' });
} catch (error) {
  if (error instanceof PackshotError) console.log(error.code, error.requestId);
}`,
  },
  version: {
    curl: `curl ${SITE}/v1/sets \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -H "Packshot-Version: 2026-11-23"`,
  },
  receive: {
    typescript: `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

interface JobEvent {
  type: string;
  data: { id: string; status: string };
}

const webhook = new Webhook(process.env.PACKSHOT_WEBHOOK_SECRET ?? '');

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const headers = request.headers as Record<string, string>;
    const event = webhook.verify(Buffer.concat(chunks), headers) as JobEvent;
    response.writeHead(204).end();
    console.log(event.type, event.data.id);
  } catch {
    response.writeHead(401).end();
  }
}).listen(process.env.PORT ?? 4000);`,
  },
  'remove-bg': {
    curl: `curl -f ${SITE}/v1.0/removebg \\
  -H "X-Api-Key: $PACKSHOT_KEY" \\
  -F image_file=@mug.jpg \\
  -F size=auto \\
  -o mug.png`,
  },
  rembg: {
    curl: `curl -f ${SITE}/api/remove \\
  -u "$PACKSHOT_KEY:" \\
  -F file=@mug.jpg \\
  -o mug.png`,
  },
} as const satisfies Readonly<Record<string, Snippet>>;
export type SnippetName = keyof typeof SNIPPETS;

/** Replaces the placeholder addresses in an example by those of this installation. */
export const writtenFor = (code: string, site: string, photo: string): string =>
  code.replaceAll(PHOTO, new URL(photo, site).href).replaceAll(SITE, site);
