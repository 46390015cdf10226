/** Agents and resource monitors of managed file transfer. */
import { path } from '../../../ui/api/client.ts'
import { request } from './client.ts'
import type { AgentAddress, TransferItemRequest } from './file-transfer.ts'

export interface TransferAgent {
  name: string
  state: string
  general: {
    description: string
    version: string
    hostName: string
    operatingSystem: string
    statusPublishTime: string
    maximumSourceTransfers: number
    maximumDestinationTransfers: number
    maximumQueuedTransfers: number
  }
  qmgrConnection: { qmgrName: string }
}

export async function loadAgents(signal?: AbortSignal): Promise<readonly TransferAgent[]> {
  const { agent } = await request<{ agent: readonly TransferAgent[] }>('GET', 'mft/agent', {
    query: { attributes: '*' },
    signal,
  })
  return agent
}

export function controlAgent(name: string, action: 'start' | 'stop'): Promise<void> {
  return request('POST', path`mft/agent/${name}/${action}`)
}

export type TriggerType =
  | 'matchAll'
  | 'matchNone'
  | 'noChangeInSize'
  | 'sizeGreaterOrEqualTo'
  | 'queueNotEmpty'
  | 'completeGroups'

export type PollUnit = 'seconds' | 'minutes' | 'hours' | 'days'

export interface TransferMonitor {
  name: string
  type: 'directory' | 'queue'
  agentName: string
  state: 'started' | 'stopped'
  general: { pollInterval: number; pollIntervalUnit: PollUnit }
  resource: { name: string }
  triggerCondition: { type: TriggerType; includePattern?: string }
  transferDefinition: {
    jobName: string
    destinationAgent: AgentAddress
    transferSet: { item: readonly TransferItemRequest[] }
  }
}

export async function loadMonitors(signal?: AbortSignal): Promise<readonly TransferMonitor[]> {
  const { monitor } = await request<{ monitor: readonly TransferMonitor[] }>('GET', 'mft/monitor', {
    query: { attributes: '*' },
    signal,
  })
  return monitor
}

/** The request for a monitor, with the members of the REST API. */
export interface MonitorRequest {
  name: string
  type: 'directory' | 'queue'
  agentName: string
  general: { pollInterval: number; pollIntervalUnit: PollUnit }
  resource: { name: string }
  triggerCondition: { type: TriggerType; includePattern?: string; fileSize?: number }
  transferDefinition: {
    job?: { name: string }
    sourceAgent: AgentAddress
    destinationAgent: AgentAddress
    transferSet: { item: readonly TransferItemRequest[] }
  }
}

export function createMonitor(body: MonitorRequest): Promise<void> {
  return request('POST', 'mft/monitor', { body })
}

export function deleteMonitor({ name, agentName }: TransferMonitor): Promise<void> {
  return request('DELETE', path`mft/monitor/${name}`, { query: { agentName } })
}

export function controlMonitor({ name, agentName }: TransferMonitor, action: 'start' | 'stop'): Promise<void> {
  return request('POST', path`mft/agent/${agentName}/monitor/${name}/${action}`)
}
