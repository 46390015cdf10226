/** A command of the command line: what it is called, what it takes, what it does. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** What follows the name, `NAME [--json]`. */
  usage: string
  options?: ParseArgsOptionsConfig
  /** How many words may follow the name; none when left out. */
  positionals?: { min: number; max: number }
  /** The exit status. Throws `UsageError` when it was called in a way that makes no sense. */
  run(call: CommandArguments): Promise<number>
}

export interface CommandArguments {
  positionals: readonly string[]
  options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  write(text: string): void
}

/** The command was called in a way that makes no sense; the message says what would do. Exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Reads the words and options that follow a command's name. */
export function parseArguments(
  command: Command,
  args: readonly string[],
  write: (text: string) => void,
): CommandArguments {
  const { min, max } = command.positionals ?? { min: 0, max: 0 }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: max > 0,
      strict: true,
    })
    if (!values.help && positionals.length < min) throw new UsageError('a word is missing')
    if (positionals.length > max) throw new UsageError(`"${positionals[max]}" is one word too many`)
    return { positionals: positionals, options: values, write }
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError((error as Error).message.replace(/\. To specify.*$/, ''))
  }
}

export function renderUsage(command: Command): string {
  const line = ['Usage: sluice', command.name, command.usage].filter(Boolean).join(' ')
  return `${line}\n${command.summary}\n`
}
