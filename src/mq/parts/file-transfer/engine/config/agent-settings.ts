/** The settings of an agent, from its `agent.properties`. */
import { parseAgentName } from '../types/names.ts'
import type { AgentAddress } from '../types/request.ts'

export type AgentSettings = Readonly<ReturnType<typeof readAgentSettings>>

const agentPropertyDefaults = {
  agentName: '',
  agentQMgr: '',
  agentDesc: '',
  sandboxRoot: '',
  transferRoot: '',
  maxSourceTransfers: '25',
  maxDestinationTransfers: '25',
  maxQueuedTransfers: '1000',
  agentStatusPublishRateLimit: '300',
  transferRecoveryTimeout: '-1',
  authorityChecking: 'false',
} as const

/** Reads the settings. Throws an `Error` that names the property, what was found and what is accepted. */
export function readAgentSettings(
  properties: ReadonlyMap<string, string>,
  coordinationQueueManager: string,
  defaultRoot: string,
) {
  const text = (name: keyof typeof agentPropertyDefaults) => properties.get(name) ?? agentPropertyDefaults[name]
  const count = (name: keyof typeof agentPropertyDefaults, max: number) => {
    const value = text(name)
    if (/^[1-9]\d{0,8}$/.test(value) && Number(value) <= max) return Number(value)
    throw new Error(`${name} must be a whole number from 1 to ${max}, found "${value}"`)
  }
  const recoveryTimeout = () => {
    const value = text('transferRecoveryTimeout')
    if (/^(-1|\d{1,9})$/.test(value)) return Number(value)
    throw new Error(`transferRecoveryTimeout must be a whole number from -1 to 999999999, found "${value}"`)
  }
  const choice = (name: keyof typeof agentPropertyDefaults) => {
    const value = text(name)
    if (value === 'true' || value === 'false') return value === 'true'
    throw new Error(`${name} must be true or false, found "${value}"`)
  }
  const unknown = [...properties.keys()].find((name) => !Object.hasOwn(agentPropertyDefaults, name))
  if (unknown !== undefined) {
    const known = Object.keys(agentPropertyDefaults).join(', ')
    throw new Error(`there is no property "${unknown}"; an agent has ${known}`)
  }
  if (text('agentQMgr') === '') throw new Error('agentQMgr is missing: it names the queue manager of the agent')
  return {
    name: parseAgentName(text('agentName')),
    /** The queue manager of the agent, in the same installation. */
    queueManager: text('agentQMgr'),
    coordinationQueueManager,
    description: text('agentDesc'),
    /** The folders that the agent may use; see `PathAccess`. */
    sandboxRoot: text('sandboxRoot'),
    /** The folder for relative paths. */
    transferRoot: text('transferRoot') || defaultRoot,
    maxSourceTransfers: count('maxSourceTransfers', 1000),
    maxDestinationTransfers: count('maxDestinationTransfers', 1000),
    maxQueuedTransfers: count('maxQueuedTransfers', 1_000_000),
    statusPublicationRateSeconds: count('agentStatusPublishRateLimit', 86_400),
    /** The `recoveryTimeoutSeconds` of requests that have none. */
    transferRecoveryTimeoutSeconds: recoveryTimeout(),
    /** Whether the queues `SYSTEM.FTE.AUTH*` limit which commands users may send to the agent. */
    checksAuthority: choice('authorityChecking'),
  }
}

/** Returns the address of the agent, as other agents and publications name it. */
export function agentAddress({ name, queueManager }: AgentSettings): AgentAddress {
  return { name, qmgrName: queueManager }
}
