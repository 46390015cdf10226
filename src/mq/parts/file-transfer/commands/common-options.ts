/** What the commands of file transfer share: the set of options `-p`, and options of the product that mean nothing here. */
import { describeError } from '../../../../shared/lib/files/file-error.ts'
import { lastValue, type ParsedOptions } from '../../../cli/common/options.ts'
import { MqCommandError, type MqHost, type MqOption, type MqOptions } from '../../../runtime/index.ts'
import type { ConfigSet, FileTransfer } from '../engine/index.ts'
import { parseAgentName } from '../engine/parsing/index.ts'
import { FileTransferControl } from '../host/file-transfer-control.ts'

/** The exit status of a command that failed. */
export const failureStatus = 1

/** A command that failed. The message begins with its id. */
export class TransferCommandError extends MqCommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(failureStatus, message, options)
  }
}

export const setOption: MqOptions = {
  '-p': {
    value: 'Set',
    help: 'the set of options, named by its coordination queue manager; the default one when absent',
  },
}

/** An option of the product that is accepted and has no effect. */
export function inertOption(why: string, value?: string): MqOption {
  return { help: `accepted and without effect: ${why}`, value }
}

/** Options for connections over a network: agents and commands use the queue managers of their own data folder. */
export function inertConnectionOptions(prefix: string): MqOptions {
  const why = 'commands and agents use the queue managers of their own data folder'
  return {
    [`-${prefix}Host`]: inertOption(why, 'Host'),
    [`-${prefix}Port`]: inertOption(why, 'Port'),
    [`-${prefix}Channel`]: inertOption(why, 'Channel'),
  }
}

export interface CommandContext {
  readonly transfer: FileTransfer
  readonly set: ConfigSet
}

/** Resolves with file transfer of the host, when its agents run. */
export async function activateFileTransfer(host: MqHost): Promise<FileTransfer> {
  const { findPartService } = await import('../../../web/context/web-part.ts') // only an MQ host needs it
  return findPartService(host, FileTransferControl).activate()
}

/** Opens file transfer with the set of options that `-p` names. Throws `MqCommandError` when there is none. */
export async function openCommandContext(host: MqHost, options: ParsedOptions): Promise<CommandContext> {
  const transfer = await activateFileTransfer(host)
  return { transfer, set: await orFail(transfer.config.readSet(lastValue(options, '-p'))) }
}

/** Turns any error into the failure of the command. */
export async function orFail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof MqCommandError) throw cause
    throw new TransferCommandError(describeError(cause), { cause })
  }
}

/** Returns a positional argument as the name of an agent. Throws `MqCommandError`. */
export function readAgentName(text: string | undefined): string {
  try {
    return parseAgentName(text ?? '')
  } catch (cause) {
    throw new TransferCommandError(`BFGCL0008E: ${(cause as Error).message}.`, { cause })
  }
}

/** Returns the value of an option that must be there. Throws `MqCommandError`. */
export function requireValue(options: ParsedOptions, name: string): string {
  const value = lastValue(options, name)
  if (value !== undefined) return value
  throw new TransferCommandError(`BFGCL0009E: the option ${name} is missing.`)
}

/** Returns a value that must be one of the words, in any case. Throws `MqCommandError`. */
export function readWord<Word extends string>(
  options: ParsedOptions,
  name: string,
  words: readonly Word[],
  standard: Word,
): Word {
  const value = lastValue(options, name)
  if (value === undefined) return standard
  const found = words.find((word) => word.toLowerCase() === value.toLowerCase())
  if (found !== undefined) return found
  throw new TransferCommandError(`BFGCL0010E: ${name} must be one of ${words.join(', ')}, found "${value}".`)
}

/** Returns a whole number. Throws `MqCommandError`. */
export function readNumber(
  options: ParsedOptions,
  name: string,
  range: { min: number; max: number },
): number | undefined {
  const value = lastValue(options, name)
  if (value === undefined) return undefined
  const number = /^-?\d{1,12}$/.test(value) ? Number(value) : Number.NaN
  if (number >= range.min && number <= range.max) return number
  const accepted = `a whole number from ${range.min} to ${range.max}`
  throw new TransferCommandError(`BFGCL0011E: ${name} must be ${accepted}, found "${value}".`)
}

const unitBytes: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  K: 1024,
  KB: 1024,
  M: 1024 ** 2,
  MB: 1024 ** 2,
  G: 1024 ** 3,
  GB: 1024 ** 3,
}

/** Parses a size: `100`, `10KB`, `1M`. Throws `MqCommandError`. */
export function parseSize(text: string): number {
  const [, number, unit = ''] = /^(\d+)\s*([A-Za-z]*)$/.exec(text.trim()) ?? []
  const factor = unitBytes[unit.toUpperCase()]
  if (number !== undefined && factor !== undefined) return Number(number) * factor
  throw new TransferCommandError(`BFGCL0012E: a size must be a number with B, KB, MB or GB, found "${text}".`)
}

/** Renders rows below a header, with columns as wide as their longest text. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  return [header, ...rows].map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
