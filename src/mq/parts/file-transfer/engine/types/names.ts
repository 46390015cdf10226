/** The names of the queues, topics and message formats of managed file transfer. */
import type { Principal } from '../../../../manager/index.ts'

/** The queues of an agent: `SYSTEM.FTE.COMMAND.AGENT1`. */
type AgentQueueKind = 'COMMAND' | 'DATA' | 'REPLY' | 'STATE' | 'EVENT'

/** The queues whose authorities define which commands users may send to an agent: `SYSTEM.FTE.AUTHTRN1.AGENT1`. */
export const authorityQueueKinds = [
  ...['AUTHADM1', 'AUTHAGT1', 'AUTHMON1', 'AUTHOPS1', 'AUTHSCH1', 'AUTHTRN1'],
] as const

export type AuthorityQueueKind = (typeof authorityQueueKinds)[number]

export const agentQueueKinds: readonly AgentQueueKind[] = ['COMMAND', 'DATA', 'REPLY', 'STATE', 'EVENT']

export function agentQueueName(kind: AgentQueueKind | AuthorityQueueKind, agent: string) {
  return `SYSTEM.FTE.${kind}.${agent}`
}

/** The queue of the coordination queue manager to which agents put their publications. */
export const publicationQueue = 'SYSTEM.FTE'

/** The topic strings below which agents publish at the coordination queue manager. */
export const topics = {
  all: 'SYSTEM.FTE/#',
  agent: (agent: string) => `SYSTEM.FTE/Agents/${agent}`,
  monitor: (agent: string, monitor: string) => `SYSTEM.FTE/monitors/${agent}/${monitor}`,
  schedules: (agent: string) => `SYSTEM.FTE/Scheduler/${agent}`,
  log: (agent: string, id: string) => `SYSTEM.FTE/Log/${agent}/${id}`,
  progress: (agent: string, id: string) => `SYSTEM.FTE/Transfers/${agent}/${id}`,
} as const

/** The formats of the messages (MQMD.Format). */
export const formats = {
  command: 'MFTCMD',
  frame: 'MFTFRAME',
  reply: 'MFTREPLY',
  journal: 'MFTSTATE',
  publication: 'MFTPUB',
} as const

/** Agent names are queue name suffixes of at most 28 characters, in upper case. `%` is not allowed. */
const agentName = /^[A-Z0-9._/]{1,28}$/

/** Returns the name in upper case. Throws an `Error` that says what is accepted. */
export function parseAgentName(text: string): string {
  const name = text.toUpperCase()
  if (agentName.test(name)) return name
  throw new Error(`the agent name "${text}" must be 1 to 28 of the characters A-Z 0-9 . _ /`)
}

/** Returns a monitor name in upper case. Throws an `Error` that says what is accepted. */
export function parseMonitorName(text: string): string {
  const name = text.toUpperCase()
  if (/^[^*?%\s/#+]{1,256}$/.test(name)) return name
  throw new Error(`the monitor name "${text}" must be 1 to 256 characters other than spaces and * ? % / # +`)
}

/** The principal of agents and of the coordinator: they are parts of the product. */
export const internalPrincipal: Principal = { name: 'mqm', groups: ['mqm'], privileged: true }
