/** Renders the manual page of a command, as troff with the macros of man(7). */
import type { CommandHelp } from './command-help.ts'
import { renderOption, renderOptionHelp } from './render-help.ts'

export interface ManPageFooter {
  version: string
  /** The day of the version: `2026-11-22`. */
  date: string
}

/** Returns the page of a command. `related` are the names of other pages. */
export function renderManPage(
  help: CommandHelp,
  related: readonly string[],
  { version, date }: ManPageFooter,
): string {
  const { call, summary, usage, verbs, options } = help
  const name = manPageName(help)
  const lines = [
    `.TH ${quote(name.toUpperCase())} 1 ${quote(date)} ${quote(`Sluice ${version}`)} "Sluice commands"`,
    '.SH NAME',
    `${escapeTroff(name)} \\- ${escapeTroff(summary)}`,
    '.SH SYNOPSIS',
    '.nf',
    ...renderSynopsis(call, usage),
    '.fi',
    ...renderSection(
      call === 'sluice' ? 'COMMANDS' : 'VERBS',
      verbs.map(({ name: verb, help: text }) => [verb, text]),
    ),
    ...renderSection(
      'OPTIONS',
      options.map((option) => [renderOption(option), renderOptionHelp(option)]),
    ),
    '.SH SEE ALSO',
    related.map((each) => `.BR ${escapeTroff(each)} (1)`).join(' ,\n'),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the name of the page of a command: `sluice-keys`. */
export function manPageName({ call }: CommandHelp): string {
  return call.replaceAll(' ', '-')
}

/** The first line of a usage begins after the call; the next ones are whole lines. */
function renderSynopsis(call: string, usage: string): string[] {
  const [first = '', ...rest] = usage.split('\n')
  return [`${call} ${first}`.trimEnd(), ...rest.map((line) => line.replace(/^ {7}/, ''))].map(escapeTroff)
}

function renderSection(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return []
  return [
    `.SH ${title}`,
    ...rows.flatMap(([name, text]) => ['.TP', `.B ${escapeTroff(name)}`, escapeTroff(text)]),
  ]
}

function quote(text: string): string {
  return `"${escapeTroff(text).replaceAll('"', '\\(dq')}"`
}

/** Escapes what troff would read as an instruction: a backslash, a hyphen, a point or quote at the start of a line. */
function escapeTroff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}
