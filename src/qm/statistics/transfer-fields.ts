/** Encodes counts of puts, gets and browses. */
import type { MqiCounts, TransferCounts } from '../monitoring/transfer-counts.ts'
import { renderDate, renderTime } from '../mqsc/rendering/render-date.ts'
import { encodeInteger64List, encodeIntegerList, encodeIntegerParameter, encodeStringParameter } from '../pcf/encode.ts'
import type { PcfParameterName } from '../pcf/names.ts'
import { commandLevel } from '../types/command.ts'
import type { ObjectRecord } from '../types/services.ts'

/** Encodes puts. Each put counts as MQPUT, none as MQPUT1. `limits` adds the length of the shortest and longest message. */
export function encodePuts(puts: TransferCounts, { limits = false } = {}): Buffer[] {
  return [
    encodeIntegerList('MQIAMO_PUTS', puts.messages),
    encodeIntegerParameter('MQIAMO_PUTS_FAILED', puts.failures),
    encodeIntegerList('MQIAMO_PUT1S', [0, 0]),
    encodeIntegerParameter('MQIAMO_PUT1S_FAILED', 0),
    encodeInteger64List('MQIAMO64_PUT_BYTES', puts.bytes),
    ...(limits
      ? [
          encodeIntegerList('MQIAMO_PUT_MIN_BYTES', puts.minBytes),
          encodeIntegerList('MQIAMO_PUT_MAX_BYTES', puts.maxBytes),
        ]
      : []),
  ]
}

export function encodeGets(gets: TransferCounts, { limits = false } = {}): Buffer[] {
  return [
    encodeIntegerList('MQIAMO_GETS', gets.messages),
    encodeIntegerParameter('MQIAMO_GETS_FAILED', gets.failures),
    encodeInteger64List('MQIAMO64_GET_BYTES', gets.bytes),
    ...(limits
      ? [
          encodeIntegerList('MQIAMO_GET_MIN_BYTES', gets.minBytes),
          encodeIntegerList('MQIAMO_GET_MAX_BYTES', gets.maxBytes),
        ]
      : []),
  ]
}

export function encodeBrowses(browses: TransferCounts, { limits = false } = {}): Buffer[] {
  return [
    encodeIntegerList('MQIAMO_BROWSES', browses.messages),
    encodeIntegerParameter('MQIAMO_BROWSES_FAILED', browses.failures),
    encodeInteger64List('MQIAMO64_BROWSE_BYTES', browses.bytes),
    ...(limits
      ? [
          encodeIntegerList('MQIAMO_BROWSE_MIN_BYTES', browses.minBytes),
          encodeIntegerList('MQIAMO_BROWSE_MAX_BYTES', browses.maxBytes),
        ]
      : []),
  ]
}

/** Encodes the calls that MQI statistics and MQI accounting both count. Calls that do not exist here are left out. */
export function encodeCalls(counts: MqiCounts): Buffer[] {
  const { subscriptions, unsubscriptions, topicPuts } = counts
  return [
    encodeIntegerList('MQIAMO_OPENS', counts.opens),
    encodeIntegerList('MQIAMO_OPENS_FAILED', counts.openFailures),
    encodeIntegerList('MQIAMO_CLOSES', counts.closes),
    ...encodePuts(counts.puts),
    ...encodeGets(counts.gets),
    ...encodeBrowses(counts.browses),
    encodeIntegerParameter('MQIAMO_COMMITS', counts.commits),
    encodeIntegerParameter('MQIAMO_COMMITS_FAILED', counts.commitFailures),
    encodeIntegerParameter('MQIAMO_BACKOUTS', counts.backouts),
    encodeIntegerParameter('MQIAMO_SUBS_DUR', subscriptions.durable),
    encodeIntegerParameter('MQIAMO_SUBS_NDUR', subscriptions.nonDurable),
    encodeIntegerParameter('MQIAMO_SUBS_FAILED', subscriptions.failures),
    encodeIntegerParameter('MQIAMO_UNSUBS_DUR', unsubscriptions.durable),
    encodeIntegerParameter('MQIAMO_UNSUBS_NDUR', unsubscriptions.nonDurable),
    encodeIntegerList('MQIAMO_TOPIC_PUTS', topicPuts.messages),
    encodeIntegerParameter('MQIAMO_TOPIC_PUTS_FAILED', topicPuts.failures),
    encodeInteger64List('MQIAMO64_TOPIC_PUT_BYTES', topicPuts.bytes),
  ]
}

/** MQ_DATE_LENGTH and MQ_TIME_LENGTH. */
const dateLength = 12
const timeLength = 8

/** The time in which the counts were collected, in milliseconds since the epoch. */
export interface Interval {
  readonly startedAt: number
  readonly endedAt: number
}

/** Encodes the queue manager, the interval and the command level, with which every message begins. */
export function encodeHead(manager: string, { startedAt, endedAt }: Interval): Buffer[] {
  return [
    encodeStringParameter('MQCA_Q_MGR_NAME', manager, 48),
    ...encodeMoment('MQCAMO_START', startedAt),
    ...encodeMoment('MQCAMO_END', endedAt),
    encodeIntegerParameter('MQIA_COMMAND_LEVEL', commandLevel),
  ]
}

type MomentName = PcfParameterName extends infer Name ? (Name extends `${infer Prefix}_DATE` ? Prefix : never) : never

/** Encodes a date and a time as two parameters; blank for undefined. */
export function encodeMoment(prefix: MomentName, at: number | undefined): Buffer[] {
  return [
    encodeStringParameter(`${prefix}_DATE`, renderDate(at), dateLength),
    encodeStringParameter(`${prefix}_TIME`, renderTime(at), timeLength),
  ]
}

/** MQQT_LOCAL. */
const localQueue = 1
/** MQQDT_*. */
const definitionTypes: Readonly<Record<string, number>> = { PREDEFINED: 1, PERMDYN: 2, TEMPDYN: 3 }

/** Encodes which queue it is. */
export function encodeQueueIdentity({ name, created, attributes }: ObjectRecord): Buffer[] {
  return [
    encodeStringParameter('MQCA_Q_NAME', name, 48),
    ...encodeMoment('MQCA_CREATION', created),
    encodeIntegerParameter('MQIA_Q_TYPE', localQueue),
    encodeIntegerParameter('MQIA_DEFINITION_TYPE', definitionTypes[String(attributes.DEFTYPE)] ?? 1),
  ]
}
