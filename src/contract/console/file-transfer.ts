/**
 * Transfers and schedules, as the resources `/mft/transfers` and `/mft/schedule` of the console have them. The states and units
 * are those of agents.
 */

export type TransferState =
  | 'started'
  | 'inProgress'
  | 'inProgressWithFailures'
  | 'inProgressWithWarnings'
  | 'successful'
  | 'partiallySuccessful'
  | 'failed'
  | 'cancelled'
  /** The message on the command queue is not a valid request. */
  | 'malformed'
  /** The user may not request the transfer. */
  | 'notAuthorized'
  /** The schedule of the transfer was deleted. */
  | 'deleted'

/** A transfer in the list. Times are in milliseconds since the epoch. */
export interface TransferSummary {
  id: string
  state: TransferState
  description: string
  jobName: string
  sourceAgent: string
  destinationAgent: string
  user: string
  /** The monitor that started the transfer. */
  monitor?: string | undefined
  startedAt: number
  endedAt?: number | undefined
  bytesSent: number
  retryCount: number
  numberOfFiles: number
  numberOfFileSuccesses: number
  numberOfFileFailures: number
  numberOfFileWarnings: number
}

export interface TransferChanges {
  /** False when only the transfers that have changed follow. */
  complete: boolean
  total: number
  transfer: readonly TransferSummary[]
  /** The value of `since` for the next request. */
  revision: string
}

export const repeatUnits = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

/** A transfer that starts later. Times are in milliseconds since the epoch. */
export interface ScheduledTransfer {
  id: string
  jobName: string
  sources: readonly string[]
  destinations: readonly string[]
  user: string
  sourceAgent: string
  destinationAgent: string
  repeat?: { every: number; unit: RepeatUnit; count?: number | undefined; until?: number | undefined } | undefined
  nextAt: number
  runs: number
}
