/** Parses `-m QM1 -t queue +put`: flags have no value; other options take the next word, or the rest of their own. */
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqCommandResult,
  type MqHost,
  type MqOptions,
} from '../../runtime/index.ts'

export interface OptionSpec {
  /** The options that the command accepts. */
  options: MqOptions
  /** The allowed number of positional arguments, which may be anywhere among the options. */
  positionals?: { min: number; max: number } | undefined
}

export interface ParsedOptions {
  flags: ReadonlySet<string>
  /** The values of each option in their order. */
  values: ReadonlyMap<string, readonly string[]>
  positionals: readonly string[]
}

interface ControlCommand extends Omit<MqCommand, 'run'> {
  /** The allowed number of positional arguments; none by default. */
  positionals?: { min: number; max: number }
  run(given: ParsedOptions, host: MqHost, input: string): Promise<MqCommandResult>
}

/** Declares a control command that is run with its parsed options. */
export function controlCommand({ run, positionals, ...command }: ControlCommand): MqCommand {
  const shape = { options: command.options, positionals }
  return {
    ...command,
    async run(args, host, input) {
      const given = parseOptions(args, shape)
      const result = await run(given, host, input)
      const inert = Object.entries(command.options).filter(
        ([name, { inert }]) => inert && (given.flags.has(name) || given.values.has(name)),
      )
      const notes = inert.map(([name, option]) => `Note: ${name} has no effect: ${option.inert}.\n`)
      return { ...result, output: result.output + notes.join('') }
    },
  }
}

/** Parses the arguments. Throws `MqCommandError` for an unknown option, a missing value, too few or many operands. */
export function parseOptions(args: readonly string[], shape: OptionSpec): ParsedOptions {
  const { options, positionals: allowed = { min: 0, max: 0 } } = shape
  const names = Object.entries(options)
  const flagNames = names.filter(([, { value }]) => value === undefined).map(([name]) => name)
  const valueNames = names.filter(([, { value }]) => value !== undefined).map(([name]) => name)
  const flags = new Set<string>()
  const values = new Map<string, string[]>()
  const words: string[] = []

  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string
    const value = valueNames.find((name) => arg === name || (name.length === 2 && arg.startsWith(name)))
    if (flagNames.includes(arg)) flags.add(arg)
    else if (value) {
      const given = arg === value ? args[++at] : arg.slice(value.length)
      if (given === undefined) throw new MqCommandError(exitStatuses.usage, `the option ${value} needs a value`)
      values.set(value, [...(values.get(value) ?? []), given])
    } else if (arg.startsWith('-') && arg !== '-' && allowed.max < Number.MAX_SAFE_INTEGER) {
      throw new MqCommandError(exitStatuses.usage, `there is no option "${arg}"`)
    } else words.push(arg)
  }

  if (words.length < allowed.min) throw new MqCommandError(exitStatuses.usage, 'an argument is missing')
  if (words.length > allowed.max)
    throw new MqCommandError(exitStatuses.usage, `unexpected argument "${words[allowed.max]}"`)
  return { flags, values, positionals: words }
}

/** Accepted for scripts of other installations. */
export const quietOption = { '-z': { help: 'accepted; error messages are printed nevertheless' } } as const

/** The queue manager of a command whose queue manager is no positional argument. */
export const managerOption = {
  '-m': { value: 'QMgrName', help: 'the queue manager; the default one when absent' },
} as const

/** Returns the last value of an option; undefined when it is absent. */
export function lastValue(options: ParsedOptions, name: string): string | undefined {
  return options.values.get(name)?.at(-1)
}
