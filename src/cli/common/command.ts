/** A command of `sluice`: its name, its arguments and what it does. */

export interface Command {
  name: string
  /** The line in the list of commands. */
  summary: string
  /** The arguments after the name, `NAME [--json]`. It begins with the first required one. */
  usage: string
  /** What the first argument may be, with one line each; absent when it is no fixed word. */
  verbs?: Readonly<Record<string, string>>
  /** The options by their names without dashes. */
  options?: Readonly<Record<string, CommandOption>>
  /** The number of positional arguments; none when absent. */
  positionals?: { min: number; max: number }
  /** Runs the command. Returns the exit status. Throws `UsageError` for wrong arguments. */
  run(args: CommandArguments): Promise<number>
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
