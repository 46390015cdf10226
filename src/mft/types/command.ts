/** The commands on the command queue of an agent, and its replies. Both are JSON. */
import type { MonitorDefinition } from './monitor-definition.ts'
import type { TransferRequest } from './request.ts'
import type { ScheduleRequest } from './schedule.ts'

export type AgentCommand =
  /** The message id of the command is the id of the transfer, or of the schedule. */
  | {
      type: 'transfer'
      request: TransferRequest
      schedule?: ScheduleRequest
      /** Whether the agent replies at the end of the transfer, in place of its start. */
      repliesAtEnd?: boolean
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
export interface ReplyAddress {
  readonly queue: string
  readonly queueManager?: string
}

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
