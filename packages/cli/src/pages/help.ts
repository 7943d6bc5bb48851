/** Help pages for `--help`, in the style of manual pages. */
import { EXIT_WORDS } from '../exit-codes.ts';
import type { Command } from '../commands/command.ts';
import type { CommandOption } from '../options/option.ts';
import { ENVIRONMENT } from '../places.ts';
import { applyStyle } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';

const WIDTH = 80;
const INDENT = 4;

export function commandPage(command: Command, output: Terminal['output']): string {
  const { name, summary, operands, description, options, examples } = command;
  const heading = (text: string): string => applyStyle(output, 'bold', text);
  return [
    heading('NAME'),
    ...wrapText(`packshot ${name} - ${summary.toLowerCase()}`, INDENT),
    '',
    heading('SYNOPSIS'),
    ...wrapText(`packshot ${name} [OPTION]... ${operands}`.trimEnd(), INDENT),
    '',
    heading('DESCRIPTION'),
    ...description.flatMap((paragraph) => [...wrapText(paragraph, INDENT), '']),
    heading('OPTIONS'),
    ...options.flatMap(optionLines),
    '',
    heading('EXIT STATUS'),
    ...Object.entries(EXIT_WORDS).flatMap(([code, says]) => wrapHanging(code.padEnd(4), says)),
    '',
    heading('ENVIRONMENT'),
    ...[...ENVIRONMENT, ...(command.environment ?? [])].flatMap(([variable, says]) => [
      `    ${variable}`,
      ...wrapText(says, INDENT * 2),
    ]),
    '',
    heading('EXAMPLES'),
    ...examples.flatMap(([line, says]) => [`    ${line}`, ...wrapText(says, INDENT * 2)]),
    '',
  ].join('\n');
}

export function overviewPage(commands: readonly Command[], output: Terminal['output']): string {
  const widest = Math.max(...commands.map(({ name }) => name.length));
  return [
    'packshot: product pictures on this machine, without server or account, or on a server.',
    '',
    applyStyle(output, 'bold', 'USAGE'),
    '    packshot COMMAND [OPTION]... [PHOTO]...',
    '',
    applyStyle(output, 'bold', 'COMMANDS'),
    ...commands.map(
      ({ name, summary }) => `    ${applyStyle(output, 'bold', name.padEnd(widest))}  ${summary}`,
    ),
    '',
    'A first picture:     packshot cutout cup.jpg',
    'More on a command:   packshot cutout --help',
    'On a server:         packshot cutout cup.jpg --server https://studio.example',
    'The version:         packshot --version',
    '',
  ].join('\n');
}

function optionLines({ name, short, value, choices, says }: CommandOption): readonly string[] {
  const letters = short === undefined ? '' : `-${short}, `;
  const takes = value === undefined ? '' : ` ${value}`;
  const among =
    choices === undefined || value?.includes('|') === true ? '' : ` One of ${choices.join(', ')}.`;
  return [`    ${letters}--${name}${takes}`, ...wrapText(`${says}${among}`, INDENT * 2)];
}

function wrapHanging(label: string, text: string): readonly string[] {
  const [first = '', ...rest] = wrapText(text, INDENT + label.length);
  return [`${' '.repeat(INDENT)}${label}${first.trimStart()}`, ...rest];
}

function wrapText(text: string, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${' '.repeat(indent)}${each}`);
}
