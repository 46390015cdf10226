/** The parameters that the messages of statistics and accounting share. */
import { renderDate, renderTime } from '../mqsc/rendering/render-date.ts'
import { encodeIntegerParameter, encodeStringParameter } from '../pcf/encode.ts'
import type { PcfParameterName } from '../pcf/names.ts'
import { commandLevel } from '../types/command-level.ts'
import type { ObjectRecord } from '../types/services.ts'

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
