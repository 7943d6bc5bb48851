import { nearest } from '@packshot/contract/text/nearest';
import { SERVER_ONLY_OPTIONS } from '../server/choice.ts';
import { JOB_ACTIONS } from '../server/job-actions.ts';
import { UsageError } from '../usage-error.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const jobs: Command = {
  name: 'jobs',
  summary: 'List, show, stop and download jobs of a server',
  operands: '[list | show ID... | stop ID... | download ID...]',
  description: [
    'Jobs are what a server does for an API key: those of "packshot cutout --server" and of every other program with a key of the same person and mode. list says which there are, newest first; show says all of one; stop stops it, and gives back what has not succeeded; download fetches what it made.',
  ],
  options: [
    ...SERVER_ONLY_OPTIONS,
    { name: 'limit', value: '1–100', says: 'How many list says; 20 unless you say otherwise.' },
    {
      name: 'out',
      short: 'o',
      value: 'FOLDER',
      isPath: true,
      says: 'Where download puts files, by the ids of their jobs; here, unless you say otherwise.',
    },
    { name: 'force', says: 'download replaces what is there already.' },
    { name: 'json', says: 'Prints a line of JSON for each job, as the API describes it, or for each file.' },
    HELP,
  ],
  examples: [
    ['packshot jobs --server https://studio.example', 'The last 20.'],
    [
      'packshot jobs stop 4f1b3f0e-9d0b-4c55-9a51-2f1d3f1b1a11',
      'Stops one, on the server of PACKSHOT_SERVER.',
    ],
  ],
  completes: JOB_ACTIONS,
  async run(args, terminal, signal) {
    const [requestedAction = 'list', ...ids] = args.operands;
    const action = JOB_ACTIONS.find((candidate) => candidate === requestedAction);
    if (action === undefined)
      throw new UsageError(
        `"packshot jobs" knows no ${requestedAction}; ${nearest(requestedAction, JOB_ACTIONS) ?? JOB_ACTIONS.join(', ')}?`,
      );
    if (action === 'list' && ids.length > 0) throw new UsageError('"packshot jobs list" takes no ids');
    if (action !== 'list' && ids.length === 0) throw new UsageError(`"packshot jobs ${action}" needs an id`);
    const wrong = ids.find((id) => !ID.test(id));
    if (wrong !== undefined) throw new UsageError(`${wrong} is no id of a job; "packshot jobs" lists them`);
    const { runJobs } = await import('../server/run-jobs.ts');
    return runJobs(action, ids, args, { terminal, signal });
  },
};
