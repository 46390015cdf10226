/** Managed file transfer: agents, transfers, scheduled transfers and monitors. */
import type {
  RepeatUnit,
  ScheduledTransfer,
  TransferChanges,
  TransferState,
  TransferSummary,
} from '../../../contract/console/file-transfer.ts'
import { path } from '../../../ui/api/client.ts'
import { request } from './client.ts'

export type { RepeatUnit, ScheduledTransfer, TransferState, TransferSummary }

export interface TransferList {
  /** The latest first. */
  transfers: readonly TransferSummary[]
  /** The number of transfers that the server knows. */
  total: number
}

let known: { revision: string; byId: ReadonlyMap<string, TransferSummary>; list: TransferList } | undefined

/** Loads the latest transfers. Later loads get what changed since the one before. */
export async function loadTransfers(signal?: AbortSignal): Promise<TransferList> {
  const before = known
  const response = await request<TransferChanges>('GET', 'mft/transfers', {
    query: { since: before?.revision },
    signal,
  })
  const { complete, total, transfer: changed, revision } = response
  const byId = new Map(complete ? [] : before?.byId)
  for (const each of changed) byId.set(each.id, each)
  const transfers = [...byId.values()].sort((a, b) => b.startedAt - a.startedAt)
  known = { revision, byId, list: { transfers, total } }
  return known.list
}

/** One file or queue of a transfer. */
export interface TransferItem {
  mode: 'binary' | 'text'
  source: TransferEnd & { checksum?: { method: string; value: string }; disposition: string }
  destination: TransferEnd & { actionIfExists: string }
  status: { state: string; description: string }
}

interface TransferEnd {
  type: string
  file?: { path: string; size: number }
  queue?: { name: string }
}

/** A transfer with its items. Times are ISO 8601 texts, empty for a time that has not come. */
export interface TransferDetails {
  id: string
  job?: { name: string }
  sourceAgent: { name: string; qmgrName: string }
  destinationAgent: { name: string; qmgrName: string }
  originator: { host: string; userId: string }
  statistics: {
    startTime: string
    endTime: string
    numberOfFiles: number
    numberOfFileSuccesses: number
    numberOfFileFailures: number
    numberOfFileWarnings: number
    retryCount: number
  }
  status: { state: TransferState; description: string }
  transferSet?: { bytesSent: number; item?: readonly TransferItem[] }
  userProperties?: Readonly<Record<string, string>>
}

export async function loadTransfer(id: string, signal?: AbortSignal): Promise<TransferDetails> {
  const { transfer } = await request<{ transfer: readonly TransferDetails[] }>('GET', path`mft/transfers/${id}`, {
    query: { attributes: '*' },
    signal,
  })
  return transfer[0] as TransferDetails
}

/** The request for a transfer, with the members of the REST API. */
export interface TransferRequest {
  job?: { name: string }
  sourceAgent: AgentAddress
  destinationAgent: AgentAddress
  transferSet: { priority?: number; item: readonly TransferItemRequest[] }
  scheduleTransfer?: ScheduleRequest
}

export interface AgentAddress {
  name: string
  qmgrName: string
}

export interface TransferItemRequest {
  mode: 'binary' | 'text'
  checksum: 'md5' | 'sha256' | 'none'
  source: {
    type: 'file' | 'directory' | 'queue'
    name: string
    recursive: boolean
    disposition: 'leave' | 'delete'
  }
  destination: {
    type: 'file' | 'directory' | 'queue'
    name: string
    actionIfExists: 'error' | 'overwrite'
  }
}

export interface ScheduleRequest {
  startTime: string
  timeBase: 'UTC'
  occurrenceInterval?: RepeatUnit
  occurrenceFrequency?: number
  occurrenceCount?: number
  endTime?: string
}

export function createTransfer(body: TransferRequest): Promise<void> {
  return request('POST', 'mft/transfers', { body })
}

export function cancelTransfer(id: string): Promise<void> {
  return request('POST', path`mft/transfers/${id}/cancel`)
}

export async function loadSchedules(signal?: AbortSignal): Promise<readonly ScheduledTransfer[]> {
  return (await request<{ schedule: readonly ScheduledTransfer[] }>('GET', 'mft/schedule', { signal })).schedule
}

export function deleteSchedule(id: string): Promise<void> {
  return request('DELETE', path`mft/schedule/${id}`)
}
