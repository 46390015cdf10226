/** Encodes messages in the programmable command format (PCF): a header (MQCFH) and parameters. */
import { encodeInteger, encodeText } from '../routing/mq-fields.ts'

/** The MQCMD_* value of each event. */
export const pcfCommands = {
  configurationEvent: 43,
  queueManagerEvent: 44,
  performanceEvent: 45,
  channelEvent: 46,
  commandEvent: 99,
} as const

const eventType = 7 // MQCFT_EVENT
const warning = 1 // MQCC_WARNING: no caller waits for the result
const utf8 = 1208

/** Encodes an event message, which its reason code identifies. `part` is its place among the messages of one event. */
export function encodeEventMessage(
  command: number,
  reasonCode: number,
  parameters: readonly Buffer[],
  part: { sequence: number; isLast: boolean } = { sequence: 1, isLast: true },
): Buffer {
  const [length, version, sequence, last] = [36, 1, part.sequence, part.isLast ? 1 : 0]
  const header = [eventType, length, version, command, sequence, last, warning, reasonCode, parameters.length]
  return Buffer.concat([...header.map(encodeInteger), ...parameters])
}

/** Encodes an integer parameter (MQCFIN). */
export function encodeIntegerParameter(parameter: number, value: number): Buffer {
  return Buffer.concat([3, 16, parameter, value].map(encodeInteger))
}

/** Encodes a string parameter (MQCFST), padded with blanks to `length`. */
export function encodeStringParameter(parameter: number, value: string, length: number): Buffer {
  const whole = Math.ceil(length / 4) * 4
  return Buffer.concat([
    ...[4, 20 + whole, parameter, utf8, length].map(encodeInteger),
    encodeText(value, whole),
  ])
}

/** Encodes a group of parameters (MQCFGR), which counts as one parameter of the message. */
export function encodeGroup(parameter: number, members: readonly Buffer[]): Buffer {
  return Buffer.concat([...[20, 16, parameter, members.length].map(encodeInteger), ...members])
}

/** The identifiers of event parameters: MQCA_*, MQIA_*, MQCACF_*, MQIACF_*. */
export const pcfParameters = {
  queueManager: 2015,
  baseObject: 2002,
  queue: 2016,
  topicString: 2094,
  applicationName: 3024,
  user: 3025,
  applicationType: 1,
  timeSinceReset: 35,
  highDepth: 36,
  putCount: 37,
  getCount: 38,
  reasonQualifier: 1020,
  openOptions: 1022,
  eventApplicationType: 1010,
  eventOrigin: 1011,
  objectType: 1016,
  eventUser: 3045,
  eventManager: 3047,
  eventApplicationName: 3050,
  commandText: 3061,
  channel: 3501,
  transmissionQueue: 3505,
  connectionName: 3506,
  commandContext: 8001,
  commandData: 8002,
} as const
