import { hasBilling } from '../../../lib/page/installation.ts';
import { Example } from '../code/example.tsx';
import { Heading, Name, Text, To } from '../prose.tsx';

/** Page about using client libraries of other services with this server's address. */
export default function OtherClientsPage() {
  return (
    <>
      <Text>
        Programs and plug-ins for remove.bg or rembg’s server only need another URL and a key of yours; their
        code stays the same.
        {hasBilling() && ' Each cut-out costs a credit and a download, whatever its size.'} Test keys,
        idempotency keys, limits and the call log work as everywhere else.
      </Text>
      <Heading id="remove-bg">remove.bg clients</Heading>
      <Text>
        <Name>POST /v1.0/removebg</Name> and <Name>GET /v1.0/account</Name> accept its parameters (
        <Name>size</Name>, <Name>format</Name>, <Name>roi</Name>, <Name>crop</Name>, <Name>crop_margin</Name>,{' '}
        <Name>scale</Name>, <Name>position</Name>, <Name>channels</Name>, <Name>bg_color</Name>,{' '}
        <Name>bg_image_url</Name>, <Name>bg_image_file</Name>) and return its headers, formats and error
        codes. <Name>type</Name> and the shadow parameters are accepted without effect;{' '}
        <Name>format=zip</Name> returns <Name>color.jpg</Name> and <Name>alpha.png</Name>.
      </Text>
      <Example name="remove-bg" title="As with remove.bg" />
      <Heading id="rembg">rembg clients</Heading>
      <Text>
        <Name>POST /api/remove</Name> and <Name>GET /api/remove?url=…</Name>, with <Name>om</Name> and{' '}
        <Name>bgc</Name>. rembg has no keys, so yours goes before the host,{' '}
        <Name>https://pk_…@host/api/remove</Name>, which clients send as a header; <Name>X-Api-Key</Name> also
        works. A key in a URL parameter is refused.
      </Text>
      <Example name="rembg" title="As with rembg" />
      <Text>
        For new programs, use{' '}
        <To page="reference" hash="createCutout">
          /v1/cutouts
        </To>
        : it returns more about the picture, and a job if the work takes longer than a call waits.
      </Text>
    </>
  );
}
