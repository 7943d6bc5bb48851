import type { WEBHOOK_TEST_EVENT, WebhookEvent } from '@packshot/contract/api/webhooks';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { Webhook } from 'lucide';
import { buttonClasses } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { hasBilling } from '../../../lib/page/installation.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { Example } from '../code/example.tsx';
import { Heading, Name, Table, Text } from '../prose.tsx';

const sample = () => `POST /hook HTTP/1.1
content-type: application/json
webhook-id: 6f1d4a0e-3f7e-4a53-9a0e-2f0d3c2b1a00
webhook-timestamp: 1795449600
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"job.succeeded","timestamp":"2026-11-23T16:00:00.000Z","data":{"id":"0b0e…","tool":"cut-out","mode":"live","status":"succeeded",${hasBilling() ? '"credits_charged":1,' : ''}"created_at":"2026-11-23T15:59:58.000Z"}}`;

const EVENTS: Readonly<Record<WebhookEvent | typeof WEBHOOK_TEST_EVENT, string>> = {
  'job.succeeded': 'At least one of the job’s results was created.',
  'job.failed': 'No result was created; data.error.code says why.',
  'job.canceled': 'The job was stopped.',
  'catalog.finished': 'All items of a catalog have finished or failed.',
  'catalog.paused': 'A catalog run auto-paused; data.paused_because says why.',
  'catalog.delivered': 'All of its files were delivered to your bucket or have failed.',
  'webhook.test': '“Send test event” was pressed.',
};

export default function WebhooksPage() {
  return (
    <>
      <Text>
        A webhook is a URL of yours that we call when a job or a catalog of your keys has ended, so your
        program doesn’t have to poll. Owners and admins of an organization add webhooks in the account.
      </Text>
      <Link
        to={ROUTES.home}
        search={{ tab: 'account' }}
        hash="webhooks"
        className={buttonClasses('secondary')}
      >
        <Icon of={Webhook} sizePx={16} />
        Your webhooks
      </Link>
      <Heading id="events">Events</Heading>
      <Table
        label="Events"
        head={['Type', 'When']}
        rows={Object.entries(EVENTS).map(([type, when]) => ({
          id: type,
          cells: [<Name key="type">{type}</Name>, when],
        }))}
      />
      <Text>
        The body contains the outcome of the job, but no links. Read the results with your key,{' '}
        <Name>GET /v1/jobs/&#123;id&#125;</Name>.
      </Text>
      <CodeBlock title="A delivery" label="A delivery" code={sample()} className="my-5" />
      <Heading id="verify">Verify the signature</Heading>
      <Text>
        Deliveries are signed according to{' '}
        <a href="https://www.standardwebhooks.com/" rel="noreferrer">
          Standard Webhooks
        </a>
        , for which there are libraries in most languages. Pass them the raw body and the secret, which starts
        with <Name>whsec_</Name> and is shown once.
      </Text>
      <Example name="receive" title="A receiver in TypeScript" />
      <Text>
        Without a library: the signature is the HMAC-SHA256 of <Name>id.timestamp.body</Name>, keyed with the
        part after <Name>whsec_</Name>, decoded from base64. The header may hold several signatures, separated
        by spaces: for 24 hours after a rotation, deliveries are signed with both secrets. Refuse timestamps
        that are more than five minutes old.
      </Text>
      <Heading id="retries">Retries and order</Heading>
      <Text>
        Respond with any 2xx status within 20 seconds, and do the work afterwards. Everything else, including
        redirects, counts as a failure and is retried after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and
        24 hours. 410 disables the webhook immediately. Five days of only failures also disable it, and owners
        and admins get an email.
      </Text>
      <Text>
        An event may arrive more than once, and events may arrive in any order. Remember each{' '}
        <Name>webhook-id</Name> for a few days, and ignore repeats.
      </Text>
      <Heading id="local">Try it on your machine</Heading>
      <Text>
        If Packshot runs on your own machine, a webhook URL may start with <Name>http://localhost</Name> or{' '}
        <Name>http://127.0.0.1</Name>. “Send test event” shows your server’s response. The list of deliveries
        keeps what was sent for 30 days, with the beginning of each response, and can resend it.
      </Text>
    </>
  );
}
