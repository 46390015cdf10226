import type { Command } from '../common/command.ts'
import { type CommandHelp, describeCommand, describeOwnCommand, listExamples, type OwnCommand } from './command-help.ts'
import { renderOption, renderOptionHelp } from './render-help.ts'

/** Renders the manual page of every command of `sluice` and of those with names of their own. Returns the texts by the names of their files: `sluice-keys.1`. */
export function renderManPages(
  commands: readonly Command[],
  ownCommands: readonly OwnCommand[],
  footer: ManPageFooter,
): Readonly<Record<string, string>> {
  const described = commands.map(describeCommand)
  const others = ownCommands.map(describeOwnCommand)
  const main = describeMain(described)
  const pages: readonly (readonly [CommandHelp, readonly CommandHelp[]])[] = [
    [main, [...described, ...others]],
    ...described.map((each) => [each, [main]] as const),
    ...others.map((each) => [each, [main, ...others.filter((other) => other !== each)]] as const),
  ]
  return Object.fromEntries(
    pages.map(([help, related]) => [`${manPageName(help)}.1`, renderManPage(help, related.map(manPageName), footer)]),
  )
}

/** Describes `sluice` itself, whose verbs are its commands. */
function describeMain(commands: readonly CommandHelp[]): CommandHelp {
  return {
    call: 'sluice',
    summary: 'API gateway with an OAuth 2.0 provider, and MQ web server',
    usage: 'COMMAND [options]',
    verbs: commands.map(({ call, summary }) => ({ name: call.slice('sluice '.length), help: summary })),
    options: [
      { spellings: ['-h', '--help'], help: 'print the list of commands', value: undefined, choices: [] },
      { spellings: ['-v', '--version'], help: 'print the version', value: undefined, choices: [] },
    ],
    examples: listExamples('sluice'),
  }
}

/** Renders the manual page of a command, as troff with the macros of man(7). */
interface ManPageFooter {
  version: string
  /** The day of the version: `2026-11-22`. */
  date: string
}

/** Returns the page of a command. `related` are the names of other pages. */
function renderManPage(help: CommandHelp, related: readonly string[], { version, date }: ManPageFooter): string {
  const { call, summary, usage, verbs, options, examples } = help
  const name = manPageName(help)
  const verbRows = verbs.map(({ name: verb, help: text }) => [verb, text] as const)
  const optionRows = options.map((option) => [renderOption(option), renderOptionHelp(option)] as const)
  const lines = [
    `.TH ${quote(name.toUpperCase())} 1 ${quote(date)} ${quote(`Sluice ${version}`)} "Sluice commands"`,
    '.SH NAME',
    `${escapeTroff(name)} \\- ${escapeTroff(summary)}`,
    '.SH SYNOPSIS',
    '.nf',
    ...renderSynopsis(call, usage),
    '.fi',
    ...renderSection(call === 'sluice' ? 'COMMANDS' : 'VERBS', verbRows),
    ...renderSection('OPTIONS', optionRows),
    ...(examples.length === 0 ? [] : ['.SH EXAMPLES', '.nf', ...examples.map(escapeTroff), '.fi']),
    '.SH SEE ALSO',
    related.map((each) => `.BR ${escapeTroff(each)} (1)`).join(' ,\n'),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the name of the page of a command: `sluice-keys`. */
function manPageName({ call }: CommandHelp): string {
  return call.replaceAll(' ', '-')
}

/** The first line of a usage begins after the call; the next ones are whole lines. */
function renderSynopsis(call: string, usage: string): string[] {
  const [first = '', ...rest] = usage.split('\n')
  return [`${call} ${first}`.trimEnd(), ...rest.map((line) => line.replace(/^ {7}/, ''))].map(escapeTroff)
}

function renderSection(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return []
  return [`.SH ${title}`, ...rows.flatMap(([name, text]) => ['.TP', `.B ${escapeTroff(name)}`, escapeTroff(text)])]
}

function quote(text: string): string {
  return `"${escapeTroff(text).replaceAll('"', '\\(dq')}"`
}

/** Escapes what troff would read as an instruction: a backslash, a hyphen, a point or quote at the start of a line. */
function escapeTroff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}
