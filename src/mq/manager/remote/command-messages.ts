/**
 * The messages of a command server: requests and their responses.
 *
 * Other programs send the PCF command Escape with MQSC text (format MQADMIN). Sluice itself sends JSON (format SLCMD),
 * whose responses keep the structure of the JSON form of MQSC.
 */
import { decodePcfMessage } from '../pcf/decode.ts'
import { encodePcfMessage } from '../pcf/encode.ts'
import { pcfCommands, pcfMessageTypes, pcfParameters } from '../pcf/names.ts'
import type { CommandOutcome, JsonCommand } from '../types/command.ts'
import { MalformedCommandError, MqError, mqError } from '../types/errors.ts'

/** The queue from which a command server reads. */
export const commandQueue = 'SYSTEM.ADMIN.COMMAND.QUEUE'
/** The model of the queues to which responses come. */
export const replyModelQueue = 'SYSTEM.REST.REPLY.QUEUE'

export const jsonFormat = 'SLCMD'
const pcfFormat = 'MQADMIN'

/** A command as text or in the JSON form. */
export type CommandRequest = string | JsonCommand

/** What became of a command: its outcome, or why it was not run. */
export type CommandResult =
  | { readonly outcome: CommandOutcome }
  | { readonly malformed: { readonly part: 'command' | 'attribute'; readonly message: string } }
  | { readonly error: { readonly reasonCode: number; readonly message: string } }

/** MQET_MQSC. */
const mqscEscape = 1

export function encodeRequest(request: CommandRequest): Buffer {
  return Buffer.from(JSON.stringify({ command: request }))
}

/** Decodes a request in either format. Throws an `Error` that says what is wrong with it. */
export function decodeRequest(format: string, body: Buffer): CommandRequest {
  if (format === jsonFormat) return decodeJsonRequest(body)
  if (format === pcfFormat) return decodeEscape(body)
  throw new Error(`the format is "${format}"; the command server reads ${pcfFormat} and ${jsonFormat}`)
}

function decodeJsonRequest(body: Buffer): CommandRequest {
  const { command } = JSON.parse(body.toString()) as { command?: unknown }
  if (typeof command === 'string') return command
  if (isJsonCommand(command)) return command
  throw new Error('the request has no command')
}

function isJsonCommand(value: unknown): value is JsonCommand {
  if (typeof value !== 'object' || value === null) return false
  const { command, qualifier } = value as Record<string, unknown>
  return typeof command === 'string' && typeof qualifier === 'string'
}

function decodeEscape(body: Buffer): string {
  const { type, command, parameters } = decodePcfMessage(body)
  if (type !== pcfMessageTypes.command || command !== pcfCommands.MQCMD_ESCAPE)
    throw new Error(`the PCF command ${command} is not supported; send MQCMD_ESCAPE with MQSC text`)
  const find = (id: number) => parameters.find((each) => each.id === id)?.value
  const text = find(pcfParameters.MQCACF_ESCAPE_TEXT)
  if (find(pcfParameters.MQIACF_ESCAPE_TYPE) === mqscEscape && typeof text === 'string') return text
  throw new Error('the PCF command has no MQSC text')
}

export function encodeJsonResult(result: CommandResult): Buffer {
  return Buffer.from(JSON.stringify(result))
}

/** Returns the outcome. Throws the error for which the command was not run. */
export function decodeJsonResult(body: Buffer): CommandOutcome {
  const result = JSON.parse(body.toString()) as CommandResult
  if ('outcome' in result) return result.outcome
  if ('malformed' in result) throw new MalformedCommandError(result.malformed.part, result.malformed.message)
  throw new MqError(result.error.reasonCode, result.error.message)
}

/** Encodes the responses to an Escape command: a message for each, with the lines that MQSC prints. */
export function encodeEscapeResponses(
  result: CommandResult,
  render: (response: CommandOutcome['responses'][number]) => readonly string[],
): Buffer[] {
  const responses = 'outcome' in result ? result.outcome.responses : [failure(result)]
  return responses.map((response, place) => {
    const { completionCode, reasonCode } = response
    const part = { sequence: place + 1, isLast: place === responses.length - 1 }
    return encodePcfMessage(
      { type: 'response', command: 'MQCMD_ESCAPE', completionCode, reasonCode, part },
      { MQIACF_ESCAPE_TYPE: mqscEscape, MQCACF_ESCAPE_TEXT: render(response).join('\n') },
    )
  })
}

function failure(result: Exclude<CommandResult, { outcome: CommandOutcome }>): CommandOutcome['responses'][number] {
  const { reasonCode, message } =
    'error' in result ? result.error : { reasonCode: commandFailed, message: result.malformed.message }
  return { completionCode: 2, reasonCode, messages: [message] }
}

/** MQRCCF_COMMAND_FAILED. */
const commandFailed = 3008

export function noResponseError(manager: string, seconds: number): MqError {
  const text = `queue manager ${manager} did not respond within ${seconds} s; see DISPLAY CHSTATUS of the channels to it and back`
  return mqError('MQRC_NO_MSG_AVAILABLE', text, { object: manager })
}
