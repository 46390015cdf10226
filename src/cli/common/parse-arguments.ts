/** Parses the arguments of a command of `sluice`. */
import { parseArgs } from 'node:util'

import { type Command, type CommandArguments, helpOption, UsageError } from './command.ts'
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
  return { positionals, options: values, write }
}

function parseStrictly(command: Command, args: readonly string[]) {
  const options = { ...command.options, help: helpOption }
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
