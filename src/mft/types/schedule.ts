/** Scheduled transfers: what a user requests, and what the agent stores. */
import type { RepeatUnit } from '../../contract/console/file-transfer.ts'

export { repeatUnits } from '../../contract/console/file-transfer.ts'

export const timeBases = ['admin', 'source', 'UTC'] as const
/** Whose clock shows the times: the one of the system that sends the request, the one of the source agent, or UTC. */
export type TimeBase = (typeof timeBases)[number]

/** A schedule as the command of the transfer has it. Times are `yyyy-MM-ddThh:mm`, or `hh:mm` for the next time of the day. */
export interface ScheduleRequest {
  readonly startTime: string
  readonly timeBase: TimeBase
  /** The time zone of the times; the zone of the source agent when undefined. */
  readonly timeZone?: string | undefined
  readonly repeat?: {
    readonly every: number
    readonly unit: RepeatUnit
    /** The number of starts; unlimited when undefined. */
    readonly count?: number | undefined
    readonly endTime?: string | undefined
  }
}

/** A schedule whose times are known, as the agent keeps it. */
export interface ScheduleSpec {
  /** The first start, in milliseconds since the epoch. */
  readonly startAt: number
  readonly timeBase: TimeBase
  /** The time zone in which days, weeks, months and years are counted. */
  readonly timeZone: string
  readonly repeat?: {
    readonly every: number
    readonly unit: RepeatUnit
    /** The number of starts; unlimited when undefined. */
    readonly count?: number | undefined
    /** No start happens later, in milliseconds since the epoch. */
    readonly until?: number | undefined
  }
}
