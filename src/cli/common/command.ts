/** A command of `sluice`: its name, its arguments and what it does. */
import { parseArgs } from 'node:util'

export interface Command {
  name: string
  /** The line in the list of commands. */
  summary: string
  /** The arguments after the name, `NAME [--json]`. */
  usage: string
  /** What the first argument may be, with one line each; absent when it is no fixed word. */
  verbs?: Readonly<Record<string, string>>
  /** The options by their names without dashes. */
  options?: Readonly<Record<string, CommandOption>>
  /** The number of positional arguments; none when absent. */
  positionals?: { min: number; max: number }
  /** Runs the command. Returns the exit status. Throws `UsageError` for wrong arguments. */
  run(call: CommandArguments): Promise<number>
}

/** An option of a command, as `parseArgs` of Node takes it, with the texts of its help. */
export interface CommandOption {
  type: 'string' | 'boolean'
  /** The letter of the short form. */
  short?: string
  /** Whether the option may be repeated. */
  multiple?: boolean
  default?: string | boolean
  /** What the option does, in one line. */
  help: string
  /** The name of the value in help texts: `URL`. Every option of type `string` has one. */
  value?: string
  /** The accepted values; absent when they are not a fixed list. */
  choices?: readonly string[]
}

/** The option of every command whose result can be printed as JSON. */
export const jsonOption: CommandOption = { type: 'boolean', default: false, help: 'print JSON' }

/** The option of every command that prints its help. */
export const helpOption: CommandOption = { type: 'boolean', short: 'h', help: 'print this help' }

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
      options: { ...command.options, help: helpOption },
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
