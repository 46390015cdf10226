/** Managed file transfer: agents, transfers, scheduled transfers and monitors. */
import type {
  ScheduledTransfer,
  TransferDetails,
  TransferRequest,
  TransferSummary,
} from '../../../contract/console/file-transfer.ts'
import { request, takeFirst } from './client.ts'

export type {
  AgentAddress,
  RepeatUnit,
  ScheduledTransfer,
  ScheduleRequest,
  TransferDetails,
  TransferItem,
  TransferItemRequest,
  TransferItemSpec,
  TransferRequest,
  TransferState,
  TransferSummary,
} from '../../../contract/console/file-transfer.ts'

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
  const response = await request('GET /mft/transfers', {}, { query: { since: before?.revision }, signal })
  const { complete, total, transfer: changed, revision } = response
  const byId = new Map(complete ? [] : before?.byId)
  for (const each of changed) byId.set(each.id, each)
  const transfers = [...byId.values()].sort((a, b) => b.startedAt - a.startedAt)
  known = { revision, byId, list: { transfers, total } }
  return known.list
}

export async function loadTransfer(transfer: string, signal?: AbortSignal): Promise<TransferDetails> {
  const query = { attributes: '*' }
  return takeFirst((await request('GET /mft/transfers/:transfer', { transfer }, { query, signal })).transfer)
}

export function createTransfer(body: TransferRequest): Promise<void> {
  return request('POST /mft/transfers', {}, { body })
}

export function cancelTransfer(transfer: string): Promise<void> {
  return request('POST /mft/transfers/:transfer/cancel', { transfer }, {})
}

export async function loadSchedules(signal?: AbortSignal): Promise<readonly ScheduledTransfer[]> {
  return (await request('GET /mft/schedule', {}, { signal })).schedule
}

export function deleteSchedule(schedule: string): Promise<void> {
  return request('DELETE /mft/schedule/:schedule', { schedule }, {})
}
