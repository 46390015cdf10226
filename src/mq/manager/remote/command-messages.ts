/** The commands that a gateway queue manager sends as JSON (format SLCMD), and their responses. */
import { membersOf, parseForeignJson } from '../../../shared/lib/collections/json-object.ts'
import type { CommandOutcome, JsonCommand } from '../types/connection.ts'
import { MalformedCommandError, MqError, mqError } from '../types/errors.ts'

/** The queue from which a command server reads. */
export const commandQueue = 'SYSTEM.ADMIN.COMMAND.QUEUE'
/** The model of the queues to which responses come. */
export const replyModelQueue = 'SYSTEM.REST.REPLY.QUEUE'

export const jsonFormat = 'SLCMD'

/** A command as text or in the JSON form. */
export type CommandRequest = string | JsonCommand

/** What became of a command: its outcome, or why it was not run. */
export type CommandResult =
  | { readonly outcome: CommandOutcome }
  | { readonly malformed: { readonly part: 'command' | 'attribute'; readonly message: string } }
  | { readonly error: { readonly reasonCode: number; readonly message: string } }

export function encodeRequest(request: CommandRequest): Buffer {
  return Buffer.from(JSON.stringify({ command: request }))
}

/** Decodes a request. Throws an `Error` that says what is wrong with it. */
export function decodeRequest(format: string, body: Buffer): CommandRequest {
  if (format !== jsonFormat)
    throw new Error(
      `the format is "${format}"; accepted is ${jsonFormat}, in which gateway queue managers send commands`,
    )
  const { command } = parseForeignJson(body) as { command?: unknown }
  if (typeof command === 'string') return command
  if (isJsonCommand(command)) return command
  throw new Error('the request has no command')
}

function isJsonCommand(value: unknown): value is JsonCommand {
  const { command, qualifier } = membersOf(value)
  return typeof command === 'string' && typeof qualifier === 'string'
}

/** Returns the outcome. Throws the error for which the command was not run. */
export function decodeJsonResult(body: Buffer): CommandOutcome {
  const result = JSON.parse(body.toString()) as CommandResult
  if ('outcome' in result) return result.outcome
  if ('malformed' in result) throw new MalformedCommandError(result.malformed.part, result.malformed.message)
  throw new MqError(result.error.reasonCode, result.error.message)
}

export function noResponseError(manager: string, seconds: number): MqError {
  const text = `queue manager ${manager} did not respond within ${seconds} s; see DISPLAY CHSTATUS of the channels to it and back`
  return mqError('MQRC_NO_MSG_AVAILABLE', text, { object: manager })
}
