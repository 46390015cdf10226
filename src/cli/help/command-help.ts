/** The description of a command of `sluice` or of queue managers, for its help, manual page and completion. */
import type { MqCommand } from '../../runtime/mq/index.ts'
import { type Command, helpOption } from '../common/command.ts'
import type { MqProgram } from '../mq/common/mq-program.ts'
import examples from './examples.json' with { type: 'json' }

export interface CommandHelp {
  /** The words that call the command: `sluice keys`, `dspmq`. */
  call: string
  summary: string
  /** The arguments after the call. */
  usage: string
  verbs: readonly VerbHelp[]
  options: readonly OptionHelp[]
  /** Calls to paste. */
  examples: readonly string[]
}

export interface VerbHelp {
  name: string
  help: string
}

export interface OptionHelp {
  /** The spellings with their dashes, the short one first: `-u`, `--user`. */
  spellings: readonly string[]
  help: string
  /** The name of the value; undefined for an option without a value. */
  value: string | undefined
  /** The accepted values; empty when they are not a fixed list. */
  choices: readonly string[]
}

/** Describes a command of `sluice`. */
export function describeCommand({ name, summary, usage, verbs = {}, options }: Command): CommandHelp {
  const all = Object.entries({ ...options, help: helpOption })
  return {
    call: `sluice ${name}`,
    summary,
    usage,
    verbs: Object.entries(verbs).map(([verb, { help }]) => ({ name: verb, help })),
    options: all.map(([long, { short, help, value, choices = [] }]) => ({
      spellings: short === undefined ? [`--${long}`] : [`-${short}`, `--${long}`],
      help,
      value,
      choices,
    })),
    examples: listExamples(`sluice ${name}`),
  }
}

/** Describes a command of queue managers, or a program that calls queue managers. */
export function describeMqCommand({ name, summary, usage, verbs = {}, options }: MqCommand | MqProgram): CommandHelp {
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
