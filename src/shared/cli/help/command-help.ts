/** The description of a command of `sluice`, or of one with a name of its own, for its help, manual page and completion. */
import { type Command, type CommandOption, helpOption } from '../common/command.ts'
import examples from './examples.json' with { type: 'json' }

export type CommandHelp = ReturnType<typeof describeCommand>

export interface OptionHelp {
  /** The spellings with their dashes, the short one first: `-u`, `--user`. */
  spellings: readonly string[]
  help: string
  /** The name of the value; undefined for an option without a value. */
  value: string | undefined
  /** The accepted values; empty when they are not a fixed list. */
  choices: readonly string[]
}

/** A command that is called by its own name, as commands and programs of queue managers are. */
export interface OwnCommand {
  name: string
  summary: string
  /** The arguments, as `--help` shows them. */
  usage: string
  /** The accepted first arguments, with one line each; undefined when it is no fixed word. */
  verbs?: Readonly<Record<string, string>> | undefined
  /** The options by their spelling: `-m`. */
  options: Readonly<Record<string, Pick<CommandOption, 'help' | 'value' | 'choices'>>>
}

/** Describes a command of `sluice`. */
export function describeCommand(command: Command) {
  const { name, summary, verbs = {}, options } = command
  const all = Object.entries({ ...options, help: helpOption })
  return {
    /** The words that call the command: `sluice keys`, `dspmq`. */
    call: `sluice ${name}`,
    summary,
    /** The arguments after the call. */
    usage: renderUsage(command),
    verbs: Object.entries(verbs).map(([verb, { help }]) => ({ name: verb, help })),
    options: all.map(([long, { short, help, value, choices = [] }]) => ({
      spellings: short === undefined ? [`--${long}`] : [`-${short}`, `--${long}`],
      help,
      value,
      choices,
    })),
    /** Calls to paste. */
    examples: listExamples(`sluice ${name}`),
  }
}

/** Returns the arguments after the name: the words and options, or a line for each verb, and what all verbs take. */
function renderUsage({ name, usage, words, verbs, options = {} }: Command): string {
  const render = (option: string, isRequired = false) => {
    const { value, multiple, choices } = options[option] as CommandOption
    const text = value === undefined ? `--${option}` : `--${option} ${choices?.join('|') ?? value}`
    return `${isRequired ? text : `[${text}]`}${multiple ? '...' : ''}`
  }
  if (usage !== undefined) return usage
  if (!verbs) return [words ?? [], ...Object.keys(options).map((each) => render(each))].flat().join(' ')

  const lines = Object.entries(verbs).map(([verb, { words: own, required = [], options: taken = [] }]) =>
    [verb, own ?? [], ...taken.map((each) => render(each, required.includes(each)))].flat().join(' '),
  )
  const taken = Object.values(verbs).flatMap((verb) => verb.options ?? [])
  const shared = Object.keys(options).filter((each) => !taken.includes(each))
  const end = shared.length > 0 ? `\nAll of them take ${shared.map((each) => render(each)).join(' ')}.` : ''
  return `${lines.join(`\n       sluice ${name} `)}${end}`
}

/** Describes a command that is called by its own name. */
export function describeOwnCommand({ name, summary, usage, verbs = {}, options }: OwnCommand): CommandHelp {
  return {
    call: name,
    summary,
    usage,
    verbs: Object.entries(verbs).map(([verb, help]) => ({ name: verb, help })),
    options: [
      ...Object.entries(options).map(([spelling, { help, value, choices = [] }]) => ({
        spellings: [spelling],
        help,
        value,
        choices,
      })),
      { spellings: ['-h', '--help'], help: helpOption.help, value: undefined, choices: [] },
      { spellings: ['--version'], help: 'print the version', value: undefined, choices: [] },
    ],
    examples: listExamples(name),
  }
}

/** Returns the examples of a call, `sluice keys`. */
export function listExamples(call: string): readonly string[] {
  return (examples as Readonly<Record<string, readonly string[]>>)[call] ?? []
}
