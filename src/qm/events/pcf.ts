/** Messages in the programmable command format: a header (MQCFH) and parameters behind it. */
import { encodeInteger, encodeText } from '../routing/mq-fields.ts'

/** MQCMD_*: what a message is about. */
export const pcfCommands = { queueManagerEvent: 44, performanceEvent: 45 } as const

const eventType = 7 // MQCFT_EVENT
const warning = 1 // MQCC_WARNING: nothing has failed that somebody waits for
const utf8 = 1208

/** An event: what happened is its reason code. */
export function encodeEventMessage(
  command: number,
  reasonCode: number,
  parameters: readonly Buffer[],
): Buffer {
  const [length, version, sequence, last] = [36, 1, 1, 1]
  const header = [eventType, length, version, command, sequence, last, warning, reasonCode, parameters.length]
  return Buffer.concat([...header.map(encodeInteger), ...parameters])
}

/** MQCFIN. */
export function encodeIntegerParameter(parameter: number, value: number): Buffer {
  return Buffer.concat([3, 16, parameter, value].map(encodeInteger))
}

/** MQCFST: padded with blanks to the length that the parameter has. */
export function encodeStringParameter(parameter: number, value: string, length: number): Buffer {
  const whole = Math.ceil(length / 4) * 4
  return Buffer.concat([
    ...[4, 20 + whole, parameter, utf8, length].map(encodeInteger),
    encodeText(value, whole),
  ])
}

/** What the parameters of events are known by: MQCA_*, MQIA_*, MQCACF_*, MQIACF_*. */
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
} as const
