/** The control commands of MQ. They run in the process that owns the data folder, wherever they were typed. */
import { describeError } from '../../shared/lib/files/file-error.ts'
import { describeStartError } from '../../shared/process/settings/index.ts'
import type { Installation, Principal } from '../manager/index.ts'
import type { MqwebServer, PartService } from '../web/index.ts'

export interface MqCommand {
  name: string
  /** What the command does, in one line. */
  summary: string
  /** The arguments, as `--help` shows them. */
  usage: string
  /** What the first argument may be, with one line each; absent when it is no fixed word. */
  verbs?: Readonly<Record<string, string>> | undefined
  /** The options by their spelling: `-m`. */
  options: MqOptions
  /** Whether the command starts the MQ host when none runs, because its effect must outlast the command. */
  startsHost?: boolean
  /** Reads the input of the command in the process in which it was typed; absent when it has none. */
  readInput?(args: readonly string[]): Promise<string>
  run(args: readonly string[], host: MqHost, input: string): Promise<MqCommandResult>
}

export type MqOptions = Readonly<Record<`-${string}`, MqOption>>

/** An option of a command of queue managers. */
export interface MqOption {
  /** What the option does, in one line. */
  help: string
  /** The name of the value in help texts; absent for a flag. */
  value?: string | undefined
  /** The accepted values; absent when they are not a fixed list. */
  choices?: readonly string[] | undefined
  /** Why the option is accepted and has no effect, which the command says when it is given. */
  inert?: string
}

export interface MqCommandResult {
  /** The exit status. */
  status: number
  /** What the command prints to standard output. */
  output: string
  /** What the command prints to standard error. */
  stderr?: string
}

/** The MQ host: the process that owns a data folder, as commands use it. */
export interface MqHost {
  installation: Installation
  /** The folder of `mqwebuser.xml`. */
  settingsFolder: string
  environment: Readonly<Record<string, string | undefined>>
  web: WebServerControl
  /** The services of parts. Commands of a part find theirs by its class. */
  partServices: readonly PartService[]
}

export interface WebServerControl {
  /** The web server; undefined while it does not run. */
  readonly running: MqwebServer | undefined
  start(): Promise<MqwebServer>
  stop(): Promise<void>
}

/** The principal of the control commands: the owner of the data folder may do anything there. */
export const operatorPrincipal: Principal = { name: 'mqm', groups: ['mqm'], privileged: true }

export function commandResult(status: number, ...lines: readonly string[]): MqCommandResult {
  return { status, output: lines.map((line) => `${line}\n`).join('') }
}

export function successResult(...lines: readonly string[]): MqCommandResult {
  return commandResult(0, ...lines)
}

/** A command with wrong arguments, or one that cannot be carried out. The status is the exit status. */
export class MqCommandError extends Error {
  override name = 'CommandFailed'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** The exit statuses that several commands share. */
export const exitStatuses = { running: 5, exists: 8, unknown: 16, usage: 36, notAvailable: 40, unexpected: 71 } as const

/** Runs `words`, a name of `commands` and its arguments, in the owner of the data folder. Errors become the result. */
export async function runMqCommand(
  commands: readonly MqCommand[],
  words: readonly string[],
  host: MqHost,
  input = '',
): Promise<MqCommandResult> {
  const [name, ...args] = words
  const command = commands.find((each) => each.name === name)
  if (!command) return complaint(exitStatuses.usage, `there is no command "${name}"`)
  try {
    return await command.run(args, host, input)
  } catch (error) {
    if (error instanceof MqCommandError) return renderMqCommandError(command, error)
    return complaint(exitStatuses.unexpected, describeStartError(error, describeError(error)))
  }
}

/** Returns the result of a command that throws the error: its status and message, with the usage for wrong arguments. */
export function renderMqCommandError(
  { name, usage }: Pick<MqCommand, 'name' | 'usage'>,
  { status, message }: MqCommandError,
): MqCommandResult {
  if (status !== exitStatuses.usage) return complaint(status, message)
  return complaint(status, message, `Usage: ${name} ${usage}`.trimEnd())
}

function complaint(status: number, ...lines: readonly string[]): MqCommandResult {
  return { status, output: '', stderr: lines.map((line) => `${line}\n`).join('') }
}
