/** What agents publish at the coordination queue manager, as JSON. */
import type { TransferState } from '../../contract/file-transfer.ts'
import type { MonitorDefinition } from './command.ts'
import type { AgentAddress, ItemSpec, ScheduleSpec, TransferRequest } from './request.ts'

export type AgentState = 'starting' | 'ready' | 'active' | 'stopped'

/** Retained below `SYSTEM.FTE/Agents`. */
export interface AgentStatus {
  readonly name: string
  readonly type: 'standard'
  readonly state: AgentState
  readonly description: string
  readonly qmgrName: string
  readonly version: string
  readonly hostName: string
  readonly timeZone: string
  readonly operatingSystem: string
  readonly statusPublicationRateSeconds: number
  readonly maximumSourceTransfers: number
  readonly maximumDestinationTransfers: number
  readonly maximumQueuedTransfers: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number | undefined
  readonly publishedAt: number
  readonly sourceTransfers: readonly { readonly id: string; readonly state: string }[]
  readonly destinationTransfers: readonly { readonly id: string; readonly state: string }[]
}

/** The file or queue at one end of an item. */
interface ItemEnd {
  readonly type: 'file' | 'queue'
  readonly path: string
  readonly size: number
  readonly modified: number
  readonly encoding: string
}

/** One file or queue of a transfer. */
export interface ItemStatus {
  readonly item: number
  readonly mode: ItemSpec['mode']
  readonly source: ItemEnd & { readonly disposition: 'leave' | 'delete' }
  readonly destination: ItemEnd & { readonly endOfLine: string; readonly actionIfExists: 'error' | 'overwrite' }
  readonly checksum: { readonly method: string; readonly value: string }
  readonly state: 'inProgress' | 'successful' | 'failed' | 'warning' | 'cancelled'
  readonly description: string
}

/** Published below `SYSTEM.FTE/Log` and, without items, below `SYSTEM.FTE/Transfers`. */
export interface TransferEvent
  extends Pick<TransferRequest, 'sourceAgent' | 'destinationAgent' | 'originator' | 'jobName' | 'metadata'> {
  readonly id: string
  readonly state: TransferState
  readonly description: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly publishedAt: number
  readonly bytesSent: number
  /** The size of all files; undefined from an agent of an earlier version. */
  readonly bytesTotal?: number
  readonly numberOfFiles: number
  readonly numberOfFileSuccesses: number
  readonly numberOfFileFailures: number
  readonly numberOfFileWarnings: number
  readonly retryCount: number
  /** The items whose status has changed. */
  readonly items?: readonly ItemStatus[]
}

/** Retained below `SYSTEM.FTE/monitors`. */
export interface MonitorStatus {
  readonly agent: AgentAddress
  readonly definition: MonitorDefinition
  readonly state: 'started' | 'stopped' | 'deleted'
  readonly publishedAt: number
}

/** Retained below `SYSTEM.FTE/Scheduler`: all scheduled transfers of an agent. */
export type SchedulesStatus = { readonly agent: AgentAddress; readonly schedules: readonly ScheduleStatus[] }

export interface ScheduleStatus extends Pick<TransferRequest, 'jobName' | 'destinationAgent' | 'originator'> {
  readonly id: string
  readonly spec: ScheduleSpec
  readonly sources: readonly string[]
  readonly destinations: readonly string[]
  /** Milliseconds since the epoch. */
  readonly nextAt: number
  readonly runs: number
}
