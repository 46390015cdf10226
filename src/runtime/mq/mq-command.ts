/**
 * The control commands of queue managers and their web server. A command is one function; it runs in the process that
 * owns the data folder, wherever it was typed.
 */
import type { MqwebServer } from '../../mqweb/index.ts'
import type { Installation, Principal } from '../../qm/index.ts'

export interface MqCommand {
  name: string
  /** What follows the name. */
  usage: string
  /** Starts the process that owns the data folder when none does: what the command starts has to live on. */
  startsHost?: boolean
  /** What it reads, found by the process in which it was typed; nothing when left out. */
  readInput?(args: readonly string[]): Promise<string>
  run(args: readonly string[], host: MqHost, input: string): Promise<MqCommandResult>
}

export interface MqCommandResult {
  /** The exit status. */
  status: number
  /** What is printed. */
  output: string
  /** What is printed as an error. */
  stderr?: string
}

/** The process that owns a data folder, as commands see it. */
export interface MqHost {
  installation: Installation
  /** Holds `mqwebuser.xml`. */
  settingsFolder: string
  environment: Readonly<Record<string, string | undefined>>
  web: WebServerControl
}

export interface WebServerControl {
  /** Undefined while it does not run. */
  readonly running: MqwebServer | undefined
  start(): Promise<MqwebServer>
  stop(): Promise<void>
}

/** As whom the commands act on queue managers: the owner of the data folder may do anything there. */
export const operatorPrincipal: Principal = { name: 'mqm', groups: ['mqm'], privileged: true }

export function commandResult(status: number, ...lines: readonly string[]): MqCommandResult {
  return { status, output: lines.map((line) => `${line}\n`).join('') }
}

export function successResult(...lines: readonly string[]): MqCommandResult {
  return commandResult(0, ...lines)
}

/** A command that was called in a way that makes no sense, or that cannot be carried out. */
export class MqCommandError extends Error {
  override name = 'CommandFailed'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** The exit statuses that the commands share. */
export const exitStatuses = {
  running: 5,
  exists: 8,
  unknown: 16,
  usage: 36,
  notAvailable: 40,
  unexpected: 71,
} as const
