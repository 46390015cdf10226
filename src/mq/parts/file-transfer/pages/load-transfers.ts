/** Sends the requests of the pages of file transfer, and loads what they show. */
import type { BodyTypes } from '../../../../shared/rest/resource.ts'
import { createResourceClient } from '../../../../shared/ui/api/resource-client.ts'
import { client, takeFirst } from '../../console/kit/api/client.ts'
import type {
  ScheduledTransfer,
  TransferDetails,
  TransferSummary,
  transferResources,
} from '../contract/file-transfer.ts'
import type { TransferAgent, TransferMonitor, transferAgentResources } from '../contract/transfer-agents.ts'

/** Sends a request to a resource of file transfer by its method and path. */
export const request = createResourceClient<BodyTypes<typeof transferResources & typeof transferAgentResources>>(client)

const query = { attributes: '*' }

let known: { revision: string; byId: ReadonlyMap<string, TransferSummary> } | undefined

export interface TransferList {
  /** The latest first. */
  transfers: readonly TransferSummary[]
  /** The number of transfers that the server knows. */
  total: number
}

/** Loads the latest transfers. Later loads get what changed since the one before. */
export async function loadTransfers(signal?: AbortSignal): Promise<TransferList> {
  const before = known
  const response = await request('GET /mft/transfers', {}, { query: { since: before?.revision }, signal })
  const { complete, total, transfer: changed, revision } = response
  const byId = new Map(complete ? [] : before?.byId)
  for (const each of changed) byId.set(each.id, each)
  known = { revision, byId }
  return { transfers: [...byId.values()].sort((a, b) => b.startedAt - a.startedAt), total }
}

export async function loadTransfer(transfer: string, signal?: AbortSignal): Promise<TransferDetails> {
  return takeFirst((await request('GET /mft/transfers/:transfer', { transfer }, { query, signal })).transfer)
}

export async function loadSchedules(signal?: AbortSignal): Promise<readonly ScheduledTransfer[]> {
  return (await request('GET /mft/schedule', {}, { signal })).schedule
}

export async function loadAgents(signal?: AbortSignal): Promise<readonly TransferAgent[]> {
  return (await request('GET /mft/agent', {}, { query, signal })).agent
}

export async function loadMonitors(signal?: AbortSignal): Promise<readonly TransferMonitor[]> {
  return (await request('GET /mft/monitor', {}, { query, signal })).monitor
}
