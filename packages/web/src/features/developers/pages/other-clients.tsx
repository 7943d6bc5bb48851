import { hasBilling } from '../../../lib/page/installation.ts';
import { Example } from '../code/example.tsx';
import { Heading, Name, Text, To } from '../prose.tsx';

/** Use of other services' clients with a different address. */
export default function OtherClientsPage() {
  return (
    <>
      <Text>
        Programs and plug-ins that speak to remove.bg or to rembg’s server need another address and a key of
        yours; their code stays as it is.
        {hasBilling() && ' Each cut-out costs a credit and a download, whatever its size.'} Test keys,
        idempotency keys, limits and the log of calls are the same as everywhere.
      </Text>
      <Heading id="remove-bg">Clients of remove.bg</Heading>
      <Text>
        <Name>POST /v1.0/removebg</Name> and <Name>GET /v1.0/account</Name> take its parameters (
        <Name>size</Name>, <Name>format</Name>, <Name>roi</Name>, <Name>crop</Name>, <Name>crop_margin</Name>,{' '}
        <Name>scale</Name>, <Name>position</Name>, <Name>channels</Name>, <Name>bg_color</Name>,{' '}
        <Name>bg_image_url</Name>, <Name>bg_image_file</Name>) and answer with its headers, shapes and error
        codes. <Name>type</Name> and the parameters of shadows are taken without effect;{' '}
        <Name>format=zip</Name> answers <Name>color.jpg</Name> and <Name>alpha.png</Name>.
      </Text>
      <Example name="remove-bg" title="As at remove.bg" />
      <Heading id="rembg">Clients of rembg</Heading>
      <Text>
        <Name>POST /api/remove</Name> and <Name>GET /api/remove?url=…</Name>, with <Name>om</Name> and{' '}
        <Name>bgc</Name>. rembg has no keys, so yours goes before the host,{' '}
        <Name>https://pk_…@host/api/remove</Name>, which clients send as a header; <Name>X-Api-Key</Name>{' '}
        works as well. As a parameter of the address it is refused.
      </Text>
      <Example name="rembg" title="As at rembg" />
      <Text>
        New programs are better off with{' '}
        <To page="reference" hash="createCutout">
          /v1/cutouts
        </To>
        : it tells more of the picture, and answers with a job when the work takes longer than a call waits.
      </Text>
    </>
  );
}
