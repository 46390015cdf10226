/** Parses the arguments of a command of `sluice`. */
import { parseArgs } from 'node:util'
import { type Command, type CommandArguments, type CommandOptions, helpOption, UsageError } from './command.ts'
import { suggestName } from './suggest-name.ts'

/** Returns the arguments. Throws `UsageError`. With `--help`, positional arguments may be missing. */
export function parseArguments(
  command: Command,
  args: readonly string[],
  write: (text: string) => void,
): CommandArguments {
  const { min, max } = command.positionals ?? { min: 0, max: 0 }
  const { values, positionals } = parseStrictly(command, args)
  if (!values.help && positionals.length < min) throw new UsageError(describeMissing(command))
  if (positionals.length > max) throw new UsageError(`unexpected argument "${positionals[max]}"`)
  const named = Object.entries({ ...command.options, help: helpOption }).map(([name, option]) => {
    const absent = option.multiple ? [] : option.value === undefined ? false : undefined
    return [toCamelCase(name), values[name] ?? absent] as const
  })
  return { positionals, options: Object.fromEntries(named) as CommandArguments['options'], write }
}

/** Returns the name of the value of an option: `dryRun` for `dry-run`. */
export function toCamelCase(option: string): string {
  return option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function parseStrictly(command: Command, args: readonly string[]) {
  const all: CommandOptions = { ...command.options, help: helpOption }
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value, help: _, choices: __, ...option }]) => [
      name,
      { ...option, type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    const { message } = error as Error
    const [, unknown] = /^Unknown option '([^']*)'/.exec(message) ?? []
    throw new UsageError(unknown === undefined ? message : describeUnknown(unknown, Object.keys(options)))
  }
}

function describeMissing({ verbs, usage }: Command): string {
  if (verbs) return `a verb is missing: use ${Object.keys(verbs).join(', ')}`
  return `${usage.split(' ')[0]} is missing`
}

function describeUnknown(option: string, names: readonly string[]): string {
  const accepted = names.map((name) => `--${name}`)
  return `there is no option "${option}"${suggestName(option, accepted)}`
}
