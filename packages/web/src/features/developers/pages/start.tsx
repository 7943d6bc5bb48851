import { hasBilling } from '../../../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide';
import mugAddress from '../../../lib/samples/mug.jpg';
import citrusAddress from '../../../lib/samples/mug-scene-citrus.webp';
import oakAddress from '../../../lib/samples/mug-scene-oak.webp';
import { buttonClasses } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { CodeBlock } from '../code/code-block.tsx';
import { Example } from '../code/example.tsx';
import { Heading, Name, Text, To } from '../prose.tsx';

/** Quick-start page: from the first API key to the first picture. */
export default function StartPage() {
  return (
    <>
      <p className="max-w-[44rem] text-lg text-muted">
        Cut out products, place them in scenes, edit, enlarge and describe them from your own programs: a
        photo in, a picture out, in one call.{hasBilling() && ' Test keys are free.'}
      </p>
      <Pictures />
      <Heading id="key">1. Get a test key</Heading>
      <Text>
        A test key runs the same engine{hasBilling() && ' and costs nothing'}; its pictures carry a watermark.
        It’s shown only once, so export it in your shell.
      </Text>
      <Link to={ROUTES.home} search={{ tab: 'account' }} hash="api-keys" className={buttonClasses()}>
        <Icon of={KeyRound} sizePx={16} />
        Create a test key
      </Link>
      <Example name="key" title="Shell" />
      <Heading id="picture">2. Your first picture</Heading>
      <Text>Any product photo will do: PNG, JPEG, WebP, AVIF or HEIC, up to 25 MB. Here is one of ours.</Text>
      <Example name="photo" title="A photo" />
      <Text>
        The response is the picture itself, a PNG with a transparent background at the photo’s full size. A
        busy server, or one whose engine has just started, may need longer than the 55 seconds that a call
        waits: the response then has the status 202 and is the{' '}
        <To page="reference" hash="readJob">
          job
        </To>{' '}
        as JSON, which links to the picture.
      </Text>
      <Example name="first-picture" title="Cut it out" />
      <Heading id="facts">3. Read the result</Heading>
      <Text>
        The response headers, or the job as JSON, say how sure the engine is (<Name>Packshot-Confidence</Name>
        , 0 to 1), where the product is,
        {hasBilling() && ' what was charged,'} and the URL that opens the picture in the studio for
        corrections.
      </Text>
      <Example name="facts" title="Request JSON" />
      <Heading id="scene">4. Place it in a scene</Heading>
      <Text>
        Words choose one of the{' '}
        <To page="reference" hash="listSets">
          studio sets
        </To>{' '}
        and its light, or you can name a set. The product’s own pixels stay as they are except for the light.
        {hasBilling() && ' A call for two or four variants costs one credit.'}
      </Text>
      <Example name="scene" title="A scene" />
      <Heading id="live">5. Go live</Heading>
      <Text>
        Replace the key with one that starts with <Name>pk_live_</Name>; nothing else changes.{' '}
        {hasBilling() &&
          'It needs a Custom plan, and each picture costs one download the first time you retrieve it. '}
        Send an{' '}
        <To page="limits" hash="idempotency">
          idempotency key
        </To>{' '}
        with each call, so that a retry never does the work twice, and check <Name>code</Name> when a call{' '}
        <To page="errors">fails</To>. A live key may have
        {hasBilling() && ' a monthly ceiling,'} an expiry and a list of addresses.
      </Text>
      <Heading id="client">The TypeScript client</Heading>
      <Text>
        Typed from the <a href="/v1/openapi.json">OpenAPI document</a>, without dependencies; it retries,
        waits for jobs and throws errors with stable codes. It is part of the source code:{' '}
        <Name>npm run pack</Name> builds the package.
      </Text>
      <CodeBlock
        title="Shell"
        label="Install the client"
        code="npm install --ignore-scripts ./packshot-client-0.2.0.tgz"
        className="my-5"
      />
      <Heading id="command-line">The command line</Heading>
      <Text>
        <Name>packshot</Name> processes whole folders and resumes interrupted work. With <Name>--server</Name>{' '}
        it works on this server; without, on your own machine, without a key
        {hasBilling() && ' and without credits'}.
      </Text>
      <CodeBlock
        title="Shell"
        label="Install the command line"
        code="npm install --ignore-scripts ./packshot-0.2.0.tgz"
        className="my-5"
      />
    </>
  );
}

function Pictures() {
  const pictures = [
    [mugAddress, 'A black mug, photographed on white', 'mug.jpg'],
    [oakAddress, 'The same mug on a wooden table in warm light', 'POST /v1/scenes'],
    [citrusAddress, 'The same mug on marble, among lemons', 'POST /v1/scenes'],
  ] as const;
  return (
    <div className="mt-7 grid max-w-[44rem] grid-cols-3 gap-3 max-sm:gap-2">
      {pictures.map(([address, words, caption]) => (
        <figure key={address} className="overflow-hidden rounded-lg border border-line bg-surface">
          <img
            src={address}
            alt={words}
            width={700}
            height={700}
            className="aspect-square w-full object-cover"
          />
          <figcaption className="truncate px-3 py-2 font-mono text-xs text-muted max-sm:px-2">
            {caption}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
