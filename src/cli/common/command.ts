/** A command: its name, its arguments and what it does. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export interface Command {
  name: string
  /** The line in the list of commands. */
  summary: string
  /** The arguments after the name, `NAME [--json]`. */
  usage: string
  options?: ParseArgsOptionsConfig
  /** The number of positional arguments; none when absent. */
  positionals?: { min: number; max: number }
  /** Runs the command. Returns the exit status. Throws `UsageError` for wrong arguments. */
  run(call: CommandArguments): Promise<number>
}

export interface CommandArguments {
  positionals: readonly string[]
  options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  write(text: string): void
}

/** Wrong arguments of a command. The message names the accepted ones. The exit status is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Parses the arguments of a command. Throws `UsageError`. */
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
    if (positionals.length > max) throw new UsageError(`unexpected argument "${positionals[max]}"`)
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
