/** Resource monitors: an agent polls a folder or a queue and starts transfers. */
import type { Originator, TransferRequest } from './request.ts'

/** The metadata of a transfer that names the monitor that started it. */
export const monitorNameKey = 'com.ibm.wmqfte.MonitorName'

export type PollUnit = 'seconds' | 'minutes' | 'hours' | 'days'

export type TriggerCondition =
  | { readonly type: 'matchAll' | 'matchNone' }
  /** The size has not changed over so many polls. */
  | { readonly type: 'noChangeInSize'; readonly polls: number }
  | { readonly type: 'sizeGreaterOrEqualTo'; readonly bytes: number }
  | { readonly type: 'queueNotEmpty' | 'completeGroups' }

export interface NamePattern {
  readonly syntax: 'wildcard' | 'regularExpression'
  readonly include: string
  /** Empty to exclude nothing. */
  readonly exclude: string
}

export interface MonitorDefinition {
  readonly name: string
  readonly type: 'directory' | 'queue'
  readonly pollInterval: number
  readonly pollUnit: PollUnit
  /** The maximum number of files in one transfer. */
  readonly matchesPerTask: number
  /** The path of a folder or the name of a queue. */
  readonly resource: string
  /** How many levels of folders below are searched. */
  readonly recursionLevel: number
  readonly trigger: TriggerCondition
  readonly pattern: NamePattern
  /** The transfer, whose texts may contain `${FilePath}` and other variables. */
  readonly task: TransferRequest
  readonly originator: Originator
}

const unitMs: Readonly<Record<PollUnit, number>> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
}

export function pollIntervalMs({ pollInterval, pollUnit }: MonitorDefinition): number {
  return pollInterval * unitMs[pollUnit]
}
