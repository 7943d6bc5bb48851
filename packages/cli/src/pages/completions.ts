/** Shell completions, generated from the parser's list of options. */
import type { Command } from '../commands/command.ts';
import type { CommandOption } from '../options/option.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const completionScript = (shell: Shell, commands: readonly Command[]): string =>
  ({ bash, zsh, fish })[shell](commands);

const toFlag = ({ name }: CommandOption): string => `--${name}`;
const takingWords = ({ options }: Command): readonly CommandOption[] =>
  options.filter(({ choices }) => choices !== undefined);

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const values = takingWords(command).map(
      (option) =>
        `      --${option.name}) COMPREPLY=($(compgen -W '${option.choices?.join(' ')}' -- "$word")); return ;;`,
    );
    const operands =
      command.completes === 'files'
        ? 'while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -f -- "$word")'
        : `COMPREPLY=($(compgen -W '${(command.completes ?? []).join(' ')}' -- "$word"))`;
    return [
      `  ${command.name})`,
      `    case "$before" in`,
      ...values,
      `    esac`,
      `    if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '${command.options.map(toFlag).join(' ')}' -- "$word"))`,
      `    else ${operands}; fi ;;`,
    ].join('\n');
  });
  return [
    '# bash completion for packshot',
    '_packshot() {',
    '  local each word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}',
    '  COMPREPLY=()',
    `  if (( COMP_CWORD == 1 )); then COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word")); return; fi`,
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    '  esac',
    '}',
    'complete -o filenames -o bashdefault -F _packshot packshot',
    '',
  ].join('\n');
}

const quoteShell = (text: string): string => text.replaceAll("'", "'\\''");
/** Quotes a text for the shell and escapes the characters that have a meaning in zsh completion specifications. */
const zshWords = (text: string): string => quoteShell(text).replaceAll(/[[\]:\\]/g, '\\$&');

function zsh(commands: readonly Command[]): string {
  const ofOption = ({ name, value, choices, isPath, isList, says }: CommandOption): string => {
    const action = choices !== undefined ? `(${choices.join(' ')})` : isPath === true ? '_files' : ' ';
    return `'${isList === true ? '*' : ''}--${name}[${zshWords(says)}]${value === undefined ? '' : `:${zshWords(value)}:${action}`}'`;
  };
  const ofOperands = ({ completes }: Command): string =>
    completes === 'files'
      ? `'*:photo:_files'`
      : completes === undefined
        ? ''
        : `'1:word:(${completes.join(' ')})'`;
  return [
    '#compdef packshot',
    '_packshot() {',
    '  local -a commands',
    `  commands=(${commands.map(({ name, summary }) => `'${name}:${zshWords(summary)}'`).join(' ')})`,
    `  if (( CURRENT == 2 )); then _describe command commands; return; fi`,
    '  local command=$words[2]',
    '  shift words; (( CURRENT-- ))',
    '  case $command in',
    ...commands.map(
      (command) =>
        `    ${command.name}) _arguments ${[...command.options.map(ofOption), ofOperands(command)].join(' ').trimEnd()} ;;`,
    ),
    '  esac',
    '}',
    'compdef _packshot packshot',
    '',
  ].join('\n');
}

function fish(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const fishWords = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const ofOption = (command: string, { name, short, value, choices, isPath, says }: CommandOption): string =>
    [
      `complete -c packshot -n '__fish_seen_subcommand_from ${command}' -l ${name}`,
      ...(short === undefined ? [] : [`-s ${short}`]),
      ...(value === undefined ? [] : [isPath === true ? '-r -F' : '-x']),
      ...(choices === undefined ? [] : [`-a '${choices.join(' ')}'`]),
      `-d '${fishWords(says)}'`,
    ].join(' ');
  return [
    '# fish completion for packshot',
    ...commands.flatMap(({ name, summary, options, completes }) => [
      `complete -c packshot -f -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d '${fishWords(summary)}'`,
      ...options.map((option) => ofOption(name, option)),
      ...(typeof completes === 'object'
        ? [`complete -c packshot -f -n '__fish_seen_subcommand_from ${name}' -a '${completes.join(' ')}'`]
        : []),
    ]),
    '',
  ].join('\n');
}
