import { hasBilling } from '../../../lib/page/installation.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { Heading, Name, Table, Text, To } from '../prose.tsx';

const formatConfiguration = (server: object): string =>
  JSON.stringify({ mcpServers: { packshot: server } }, null, 2);
const remote = (site: string): string =>
  formatConfiguration({ type: 'http', url: `${site}/mcp`, headers: { Authorization: 'Bearer pk_test_…' } });
/** Uses the path, because `npx` would query the public registry if the package isn't installed. */
const LOCAL = formatConfiguration({
  command: '/home/ann/shop/node_modules/.bin/packshot',
  args: ['mcp', '/home/ann/photos'],
});

const TOOLS = [
  ['look_at_picture', 'Shows it small, with its size and format', 'nothing'],
  ['add_picture', 'Keeps it for further calls', 'nothing'],
  ['check_picture', 'Whether it is ready to be published', 'nothing'],
  ['cut_out', 'Cuts a product out', '1 credit'],
  ['place_in_scene', 'Puts it on a studio set, by words or by name', '1 credit'],
  ['edit_picture', 'Removes or changes what a mask covers', '1 credit'],
  ['upscale', 'Enlarges two or four times', '1 credit'],
  ['describe_picture', 'Description, shop texts, what is printed on it', 'nothing'],
  ['export_picture', 'Writes a result as the file that a shop wants', '1 download, once a result'],
  ['list_sets', 'The studio sets', 'nothing'],
  ['read_job', 'How far a job is, and what it made', 'nothing'],
  ['read_usage', 'Calls, errors and credits', 'nothing'],
] as const;

/** Without prices there is no usage to read. */
const shownTools = () => TOOLS.filter(([tool]) => tool !== 'read_usage' || hasBilling());

const Price = () => (
  <>
    <Heading id="price">The price comes first</Heading>
    <Text>
      A tool that costs credits does nothing when it is called without a <Name>quote</Name>: it answers with
      its price. Called again with that quote and the same arguments within ten minutes, it spends the
      credits, once.
    </Text>
  </>
);

/** Page for programs that choose tools by themselves. */
export default function AgentsPage() {
  return (
    <>
      <Text>
        Assistants work with Packshot through the Model Context Protocol (MCP): they look at pictures, cut
        products out, place them in scenes, edit, enlarge, describe and export them.
      </Text>
      <Heading id="server">With this server</Heading>
      <Text>
        Over HTTP, with a key of the account. A test key is enough to see what an agent makes of it. Limits,
        ceilings and <To page="errors">codes</To> are those of the API.
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
        head={hasBilling() ? ['Tool', 'Does', 'Costs'] : ['Tool', 'Does']}
        rows={shownTools().map(([tool, does, costs]) => ({
          id: tool,
          cells: [<Name key="tool">{tool}</Name>, does, ...(hasBilling() ? [costs] : [])],
        }))}
      />
      <Heading id="machine">On your own machine</Heading>
      <Text>
        <Name>packshot mcp</Name> runs the engine on the machine of the agent, without a server or a key.
        Agents read files below the folders that you name, and nothing else.
      </Text>
      <CodeBlock title="Configuration" label="Configuration for one machine" code={LOCAL} className="my-5" />
    </>
  );
}
