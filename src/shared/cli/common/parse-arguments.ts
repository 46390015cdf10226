/** Parses the arguments of a command of `sluice`. */
import { parseArgs } from 'node:util'
import { suggestName } from '../../lib/output/suggest.ts'
import {
  type Command,
  type CommandArguments,
  type CommandOption,
  type CommandOptions,
  helpOption,
  UsageError,
} from './command.ts'

/** Returns the arguments. Throws `UsageError`. With `--help`, positional arguments may be missing. */
export function parseArguments(
  command: Command,
  args: readonly string[],
  write: (text: string) => void,
): CommandArguments {
  const { fewest, most } = countWords(command)
  const { values, positionals } = parseStrictly(command, args)
  if (!values.help && positionals.length < fewest) throw new UsageError(describeMissing(command))
  if (positionals.length > most) throw new UsageError(`unexpected argument "${positionals[most]}"`)
  if (!values.help) checkVerb(command, positionals, values)
  const named = Object.entries({ ...command.options, help: helpOption }).map(([name, option]) => {
    const absent = option.multiple ? [] : option.value === undefined ? false : undefined
    const value = values[name] ?? absent
    return [toCamelCase(name), typeof value === 'string' ? readValue(name, value, option) : value] as const
  })
  return { positionals, options: Object.fromEntries(named) as CommandArguments['options'], write }
}

/** Returns how many words a command or a verb takes. The first word of a command with verbs is a verb. */
function countWords({ words, verbs }: Pick<Command, 'words' | 'verbs'>): { fewest: number; most: number } {
  if (verbs) return { fewest: 1, most: 1 + Math.max(...Object.values(verbs).map((verb) => countWords(verb).most)) }
  const declared = words?.split(' ') ?? []
  return { fewest: declared.filter((word) => !word.startsWith('[')).length, most: declared.length }
}

/** Throws `UsageError` for an unknown verb, and for words and options that the verb does not take. */
function checkVerb({ name: command, verbs }: Command, [name = '', ...words]: string[], values: object): void {
  if (!verbs) return
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) throw new UsageError(`"${name}" is not a verb of ${command}: use ${Object.keys(verbs).join(', ')}`)

  const { fewest, most } = countWords(verb)
  if (words.length < fewest || words.length > most) {
    const found = words.length === 0 ? 'nothing' : `"${words.join(' ')}"`
    throw new UsageError(`${command} ${name} takes ${verb.words ?? 'no argument'} - found ${found}`)
  }
  const takers = Object.values(verbs).flatMap(({ options = [] }) => options)
  const stray = Object.keys(values).find((each) => takers.includes(each) && !verb.options?.includes(each))
  if (stray !== undefined) throw new UsageError(`--${stray} is not for ${command} ${name}`)
  const missing = verb.required?.find((each) => !Object.hasOwn(values, each))
  if (missing !== undefined) throw new UsageError(`${command} ${name} needs --${missing}`)
}

/** Returns the value of an option, a number when it has a range. Throws `UsageError` for one that is not accepted. */
function readValue(name: string, text: string, { choices, range }: CommandOption): string | number {
  if (choices && !choices.includes(text))
    throw new UsageError(`--${name} must be one of ${choices.join(', ')} - found "${text}"`)
  if (!range) return text
  const [min, max] = range
  if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max} - found "${text}"`)
}

/** Returns the name of the value of an option: `dryRun` for `dry-run`. */
export function toCamelCase(option: string): string {
  return option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function parseStrictly(command: Command, args: readonly string[]) {
  const all: CommandOptions = { ...command.options, help: helpOption }
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value, help: _, choices: __, range: ___, ...option }]) => [
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

function describeMissing({ verbs, words = '' }: Command): string {
  if (verbs) return `a verb is missing: use ${Object.keys(verbs).join(', ')}`
  return `${words.split(' ')[0]} is missing`
}

function describeUnknown(option: string, names: readonly string[]): string {
  const accepted = names.map((name) => `--${name}`)
  return `there is no option "${option}"${suggestName(option, accepted)}`
}
