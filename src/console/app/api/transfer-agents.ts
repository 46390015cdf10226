/** Agents and resource monitors of managed file transfer. */
import type { MonitorRequest, TransferAgent, TransferMonitor } from '../../../contract/console/transfer-agents.ts'
import { request } from './client.ts'

export type {
  MonitorRequest,
  PollUnit,
  TransferAgent,
  TransferMonitor,
  TriggerType,
} from '../../../contract/console/transfer-agents.ts'

const query = { attributes: '*' }

export async function loadAgents(signal?: AbortSignal): Promise<readonly TransferAgent[]> {
  return (await request('GET /mft/agent', {}, { query, signal })).agent
}

export function controlAgent(agent: string, action: 'start' | 'stop'): Promise<void> {
  return request(`POST /mft/agent/:agent/${action}`, { agent }, {})
}

export async function loadMonitors(signal?: AbortSignal): Promise<readonly TransferMonitor[]> {
  return (await request('GET /mft/monitor', {}, { query, signal })).monitor
}

export function createMonitor(body: MonitorRequest): Promise<void> {
  return request('POST /mft/monitor', {}, { body })
}

export function deleteMonitor({ name, agentName }: TransferMonitor): Promise<void> {
  return request('DELETE /mft/monitor/:monitor', { monitor: name }, { query: { agentName } })
}

export function controlMonitor({ name, agentName }: TransferMonitor, action: 'start' | 'stop'): Promise<void> {
  return request(`POST /mft/agent/:agent/monitor/:monitor/${action}`, { agent: agentName, monitor: name }, {})
}
