/** What a user asks an agent to do. Requests are JSON in the messages on the command queue of an agent. */
import type { RepeatUnit } from '../../contract/file-transfer.ts'

/** An agent and the queue manager that has its queues. */
export type AgentAddress = { readonly name: string; readonly qmgrName: string }

/** The user who sent a request. */
export interface Originator {
  readonly host: string
  /** The user who was authenticated. */
  readonly userId: string
  /** The user under which the request was put. */
  readonly mqmdUserId: string
}

export type ChecksumMethod = 'md5' | 'sha256' | 'none'

export interface SourceSpec {
  readonly type: 'file' | 'directory' | 'queue'
  /** A path, which may end in a wildcard, or the name of a queue. */
  readonly name: string
  /** Whether the folders below are transferred as well. */
  readonly recursive: boolean
  /** Whether `*` and `?` in the name are ordinary characters: the name of a file that a monitor found. */
  readonly isLiteral?: boolean | undefined
  /** The group of messages to take from a source queue; all messages when undefined. */
  readonly groupId?: string | undefined
  readonly disposition: 'leave' | 'delete'
  /** The encoding of text, as `TextDecoder` names it. */
  readonly encoding?: string | undefined
  /** The text that separates the messages of a source queue in the file. */
  readonly delimiter?: string | undefined
}

export interface DestinationSpec {
  readonly type: 'file' | 'directory' | 'queue'
  readonly name: string
  readonly actionIfExists: 'error' | 'overwrite'
  readonly encoding?: string | undefined
  readonly endOfLine?: 'LF' | 'CRLF' | undefined
  /** The number of bytes after which a file is split into messages. */
  readonly messageSize?: number | undefined
}

export interface ItemSpec {
  readonly mode: 'binary' | 'text'
  readonly checksum: ChecksumMethod
  readonly source: SourceSpec
  readonly destination: DestinationSpec
}

/** A condition that must hold at the source agent when a transfer starts. */
export interface TransferCondition {
  readonly type: 'exists' | 'notExists' | 'minSize'
  readonly paths: readonly string[]
  /** The size in bytes, for `minSize`. */
  readonly size?: number
}

export interface TransferRequest {
  readonly sourceAgent: AgentAddress
  readonly destinationAgent: AgentAddress
  readonly originator: Originator
  readonly jobName: string
  /** 0 to 9; waiting transfers of a higher priority start first. */
  readonly priority: number
  readonly metadata: Readonly<Record<string, string>>
  readonly conditions: readonly TransferCondition[]
  readonly items: readonly ItemSpec[]
  /** Seconds to try an interrupted transfer again: -1 for ever, 0 never; undefined: `transferRecoveryTimeout`. */
  readonly recoveryTimeoutSeconds?: number | undefined
}

export { repeatUnits } from '../../contract/file-transfer.ts'

export const timeBases = ['admin', 'source', 'UTC'] as const
/** Whose clock shows the times: the one of the system that sends the request, the one of the source agent, or UTC. */
type TimeBase = (typeof timeBases)[number]

/** A schedule as the command of the transfer has it. Times are `yyyy-MM-ddThh:mm`, or `hh:mm` for the next time of the day. */
export interface ScheduleRequest {
  readonly startTime: string
  readonly timeBase: TimeBase
  /** The time zone of the times; the zone of the source agent when undefined. */
  readonly timeZone?: string | undefined
  readonly repeat?:
    | {
        readonly every: number
        readonly unit: RepeatUnit
        /** The number of starts; unlimited when undefined. */
        readonly count?: number | undefined
        readonly endTime?: string | undefined
      }
    | undefined
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
