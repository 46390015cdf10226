/** The commands on the command queue of an agent, its replies, and the definitions of monitors. All are JSON. */
import type { Originator, ScheduleRequest, TransferRequest } from './request.ts'

export type AgentCommand =
  /** The message id of the command is the id of the transfer, or of the schedule. */
  | {
      type: 'transfer'
      request: TransferRequest
      schedule?: ScheduleRequest | undefined
      /** Whether the agent replies at the end of the transfer, in place of its start. */
      repliesAtEnd?: boolean | undefined
    }
  | { type: 'cancelTransfer'; id: string }
  | { type: 'deleteSchedule'; id: string }
  | { type: 'createMonitor'; definition: MonitorDefinition; replaces: boolean }
  | { type: 'deleteMonitor'; name: string }
  | { type: 'startMonitor'; name: string }
  | { type: 'stopMonitor'; name: string }
  | { type: 'ping' }

export interface AgentReply {
  readonly accepted: boolean
  /** What the agent did, or why it rejected the command. */
  readonly text: string
  readonly transfer?: string
  /** The state of a transfer that has ended. */
  readonly state?: string
}

/** Where a reply goes: the reply-to queue of a command. */
export type ReplyAddress = { readonly queue: string; readonly queueManager?: string | undefined }

/** A command that an agent rejects, for a reason that is sent to the user. */
export class CommandRejectedError extends Error {
  override name = 'CommandRejectedError'
  /** The state in which the transfer that was asked for ends. */
  readonly state: 'malformed' | 'notAuthorized' | undefined

  constructor(message: string, state?: 'malformed' | 'notAuthorized') {
    super(message)
    this.state = state
  }
}

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
