/** Renders the help of a command as text: usage, summary, verbs and options. */
import type { CommandHelp, OptionHelp } from './command-help.ts'

/** Returns the text of `--help`. */
export function renderHelp({ call, summary, usage, verbs, options, examples }: CommandHelp): string {
  const verbRows = verbs.map(({ name, help }) => [name, help] as const)
  const optionRows = options.map((option) => [renderOption(option), renderOptionHelp(option)] as const)
  return [
    `${renderUsageLine({ call, usage })}\n${summary}\n`,
    renderRows('Verbs', verbRows),
    renderRows('Options', optionRows),
    examples.length === 0 ? '' : `Examples:\n${examples.map((each) => `  ${each}\n`).join('')}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** Returns `Usage: ` with the call and its arguments, without a line end. */
export function renderUsageLine({ call, usage }: Pick<CommandHelp, 'call' | 'usage'>): string {
  return `Usage: ${call} ${usage}`.trimEnd()
}

/** Returns the spellings of an option and the name of its value: `-u, --user NAME`. */
export function renderOption({ spellings, value }: Pick<OptionHelp, 'spellings' | 'value'>): string {
  return `${spellings.join(', ')}${value === undefined ? '' : ` ${value}`}`
}

/** Returns what an option does, with the accepted values. */
export function renderOptionHelp({ help, choices }: Pick<OptionHelp, 'help' | 'choices'>): string {
  return choices.length === 0 ? help : `${help}: ${choices.join(', ')}`
}

function renderRows(title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return ''
  const width = Math.max(...rows.map(([name]) => name.length))
  return `${title}:\n${rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('')}`
}
