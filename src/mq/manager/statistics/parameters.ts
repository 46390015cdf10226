/** Describes counts, intervals and queues as parameters of statistics and accounting messages. */
import type { MqiCounts, TransferCounts } from '../monitoring/counts.ts'
import { renderDate, renderTime } from '../mqsc/rendering/render-date.ts'
import type { PcfParameters } from '../pcf/encode.ts'
import type { PcfParameterName } from '../pcf/names.ts'
import { commandLevel } from '../types/command.ts'
import type { ObjectRecord } from '../types/services.ts'

/** The names of the parameters of each transfer: those of its counts, and the beginning of those of its bytes. */
const names = {
  puts: ['MQIAMO_PUTS', 'PUT'],
  gets: ['MQIAMO_GETS', 'GET'],
  browses: ['MQIAMO_BROWSES', 'BROWSE'],
} as const

/** Each put counts as MQPUT. */
const noPut1 = { MQIAMO_PUT1S: [0, 0], MQIAMO_PUT1S_FAILED: 0 }

/** Describes puts, gets or browses. `limits` adds the length of the shortest and longest message. */
export function describeTransfers(
  transfer: keyof typeof names,
  { messages, failures, bytes, minBytes, maxBytes }: TransferCounts,
  { limits = false } = {},
): PcfParameters {
  const [calls, prefix] = names[transfer]
  return {
    [calls]: messages,
    [`${calls}_FAILED`]: failures,
    ...(transfer === 'puts' && noPut1),
    [`MQIAMO64_${prefix}_BYTES`]: bytes,
    ...(limits && { [`MQIAMO_${prefix}_MIN_BYTES`]: minBytes, [`MQIAMO_${prefix}_MAX_BYTES`]: maxBytes }),
  }
}

/** Describes the calls that MQI statistics and MQI accounting both count. Calls that do not exist here are left out. */
export function describeCalls(counts: MqiCounts): PcfParameters {
  const { subscriptions, unsubscriptions, topicPuts } = counts
  return {
    MQIAMO_OPENS: counts.opens,
    MQIAMO_OPENS_FAILED: counts.openFailures,
    MQIAMO_CLOSES: counts.closes,
    ...describeTransfers('puts', counts.puts),
    ...describeTransfers('gets', counts.gets),
    ...describeTransfers('browses', counts.browses),
    MQIAMO_COMMITS: counts.commits,
    MQIAMO_COMMITS_FAILED: counts.commitFailures,
    MQIAMO_BACKOUTS: counts.backouts,
    MQIAMO_SUBS_DUR: subscriptions.durable,
    MQIAMO_SUBS_NDUR: subscriptions.nonDurable,
    MQIAMO_SUBS_FAILED: subscriptions.failures,
    MQIAMO_UNSUBS_DUR: unsubscriptions.durable,
    MQIAMO_UNSUBS_NDUR: unsubscriptions.nonDurable,
    MQIAMO_TOPIC_PUTS: topicPuts.messages,
    MQIAMO_TOPIC_PUTS_FAILED: topicPuts.failures,
    MQIAMO64_TOPIC_PUT_BYTES: topicPuts.bytes,
  }
}

/** The time in which the counts were collected, in milliseconds since the epoch. */
export type Interval = { readonly startedAt: number; readonly endedAt: number }

/** Describes the queue manager, the interval and the command level, with which every message begins. */
export function describeInterval(manager: string, { startedAt, endedAt }: Interval): PcfParameters {
  return {
    MQCA_Q_MGR_NAME: manager,
    ...describeMoment('MQCAMO_START', startedAt),
    ...describeMoment('MQCAMO_END', endedAt),
    MQIA_COMMAND_LEVEL: commandLevel,
  }
}

type MomentName = PcfParameterName extends infer Name ? (Name extends `${infer Prefix}_DATE` ? Prefix : never) : never

/** Returns a date and a time; blank for undefined. */
export function describeMoment(prefix: MomentName, at: number | undefined): PcfParameters {
  return { [`${prefix}_DATE`]: renderDate(at), [`${prefix}_TIME`]: renderTime(at) }
}

/** MQQT_LOCAL. */
const localQueue = 1
/** MQQDT_*. */
const definitionTypes: Readonly<Record<string, number>> = { PREDEFINED: 1, PERMDYN: 2, TEMPDYN: 3 }

/** Describes which queue it is. */
export function describeQueue({ name, created, attributes }: ObjectRecord): PcfParameters {
  return {
    MQCA_Q_NAME: name,
    ...describeMoment('MQCA_CREATION', created),
    MQIA_Q_TYPE: localQueue,
    MQIA_DEFINITION_TYPE: definitionTypes[String(attributes.DEFTYPE)] ?? 1,
  }
}

/** The maximum number of queues or channels in one message. */
const maxObjects = 100

/** Encodes a message for each `maxObjects` rows, numbered from 1. */
export function paged<Row>(
  rows: readonly Row[],
  encode: (some: readonly Row[], part: { sequence: number; isLast: boolean }) => Buffer,
): Buffer[] {
  const messages: Buffer[] = []
  for (let from = 0; from < rows.length; from += maxObjects) {
    const part = { sequence: messages.length + 1, isLast: from + maxObjects >= rows.length }
    messages.push(encode(rows.slice(from, from + maxObjects), part))
  }
  return messages
}
