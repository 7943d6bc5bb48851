import { CodeBlock } from '../code/code-block.tsx';
import { Heading, Name, Text } from '../prose.tsx';

const remote = (site: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        packshot: { type: 'http', url: `${site}/mcp`, headers: { Authorization: 'Bearer pk_test_…' } },
      },
    },
    null,
    2,
  );
const LOCAL = JSON.stringify({ mcpServers: { packshot: { command: 'packshot', args: ['mcp'] } } }, null, 2);

/** For programs that decide themselves which tool to use. */
export default function AgentsPage() {
  return (
    <>
      <Text>
        Agents use Packshot through the Model Context Protocol (MCP): they look at pictures, cut out, place,
        edit, enlarge, describe and check them. What spends credits tells the price first, and spends only by
        that quote.
      </Text>
      <Heading id="server">With this server</Heading>
      <Text>Over HTTP, with a key. A test key is enough to see what an agent makes of it.</Text>
      <CodeBlock
        title="Configuration"
        label="Configuration for the server"
        code={remote(location.origin)}
        className="my-5"
      />
      <Heading id="machine">On your own machine</Heading>
      <Text>
        <Name>packshot mcp</Name> runs the engine on the machine of the agent, without a server, an account or
        credits.
      </Text>
      <CodeBlock title="Configuration" label="Configuration for one machine" code={LOCAL} className="my-5" />
    </>
  );
}
