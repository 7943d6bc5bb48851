import { hasBilling } from '../../../lib/page/installation.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { Heading, Name, Table, Text, To } from '../prose.tsx';

const formatConfiguration = (server: object): string =>
  JSON.stringify({ mcpServers: { packshot: server } }, null, 2);
const remote = (site: string): string =>
  formatConfiguration({ type: 'http', url: `${site}/mcp`, headers: { Authorization: 'Bearer pk_test_…' } });
/**
 * Configuration with the path of the installed program: `npx` would ask the public registry if the package isn't
 * installed.
 */
const LOCAL = formatConfiguration({
  command: '/home/ann/shop/node_modules/.bin/packshot',
  args: ['mcp', '/home/ann/photos'],
});

const TOOLS = [
  ['look_at_picture', 'Shows a picture in a small size, with its dimensions and format', 'nothing'],
  ['add_picture', 'Stores a picture for further calls', 'nothing'],
  ['check_picture', 'Checks whether a picture is ready to publish', 'nothing'],
  ['cut_out', 'Cuts out a product', '1 credit'],
  ['place_in_scene', 'Places a product in a studio set, by words or by name', '1 credit'],
  ['edit_picture', 'Removes or changes a masked area', '1 credit'],
  ['upscale', 'Enlarges a picture two or four times', '1 credit'],
  ['describe_picture', 'Returns a description, shop texts and printed text', 'nothing'],
  ['export_picture', 'Exports a result in the format that a shop requires', '1 download, once a result'],
  ['list_sets', 'Lists the studio sets', 'nothing'],
  ['read_job', 'Returns a job’s progress and results', 'nothing'],
  ['read_usage', 'Returns calls, errors and credits', 'nothing'],
] as const;

/** Tools that agents may use; without billing there is no usage to read. */
const shownTools = () => TOOLS.filter(([tool]) => tool !== 'read_usage' || hasBilling());

const Price = () => (
  <>
    <Heading id="price">Get a quote first</Heading>
    <Text>
      Called without a <Name>quote</Name>, a tool that costs credits does nothing and returns its price.
      Called again with that quote and the same arguments within ten minutes, it spends the credits, once.
    </Text>
  </>
);

export default function AgentsPage() {
  return (
    <>
      <Text>
        AI assistants use Packshot through the Model Context Protocol (MCP): they view pictures, cut out
        products, place them in scenes, edit, enlarge, describe and export them.
      </Text>
      <Heading id="server">With this server</Heading>
      <Text>
        Over HTTP, with an API key. A test key is enough to try it with an agent. Limits, ceilings and{' '}
        <To page="errors">codes</To> are the same as for the API.
      </Text>
      <CodeBlock
        title="Configuration"
        label="Configuration for this server"
        code={remote(location.origin)}
        className="my-5"
      />
      {hasBilling() && <Price />}
      <Heading id="tools">Tools</Heading>
      <Table
        label="Tools"
        head={hasBilling() ? ['Tool', 'What it does', 'Cost'] : ['Tool', 'What it does']}
        rows={shownTools().map(([tool, does, costs]) => ({
          id: tool,
          cells: [<Name key="tool">{tool}</Name>, does, ...(hasBilling() ? [costs] : [])],
        }))}
      />
      <Heading id="machine">On your own machine</Heading>
      <Text>
        <Name>packshot mcp</Name> runs the engine on the agent’s machine, without a server or a key. Agents
        can only read files in the folders that you name.
      </Text>
      <CodeBlock title="Configuration" label="Configuration for one machine" code={LOCAL} className="my-5" />
    </>
  );
}
