/**
 * `authorityChecking=true` in `agent.properties`: the queues `SYSTEM.FTE.AUTH*` of an agent define which commands users may send. The
 * user of a command is the user of its message; `mqm`, the user of the product, may send every command.
 */
import { MqError, type QueueManager } from '../../../../manager/index.ts'
import type { AgentCommand } from '../types/command.ts'
import { type AuthorityQueueKind, agentQueueName, internalPrincipal } from '../types/names.ts'

/** The authority of a queue; undefined for a command that every user may send. */
type Right = readonly [queue: AuthorityQueueKind, authority: 'BROWSE' | 'PUT' | 'SET'] | undefined

/** What each command needs. */
const rights: { readonly [Type in AgentCommand['type']]: Right } = {
  transfer: ['AUTHTRN1', 'BROWSE'],
  cancelTransfer: ['AUTHOPS1', 'BROWSE'],
  deleteSchedule: ['AUTHOPS1', 'PUT'],
  createMonitor: ['AUTHMON1', 'BROWSE'],
  deleteMonitor: ['AUTHOPS1', 'SET'],
  startMonitor: ['AUTHOPS1', 'SET'],
  stopMonitor: ['AUTHOPS1', 'SET'],
  ping: undefined,
}

/** Returns why a user may not send a command, or undefined. */
export async function findMissingAuthority(
  manager: QueueManager,
  agent: string,
  command: AgentCommand,
  userId: string,
): Promise<string | undefined> {
  const isScheduled = command.type === 'transfer' && command.schedule
  const right: Right = isScheduled ? ['AUTHSCH1', 'BROWSE'] : rights[command.type]
  if (!right || userId === internalPrincipal.name) return undefined
  const [kind, authority] = right
  const queue = agentQueueName(kind, agent)
  if (await holdsAuthority(manager, userId, queue, authority)) return undefined
  return `BFGSS0025E: the user ${userId} needs the authority ${authority} on the queue ${queue}.`
}

async function holdsAuthority(manager: QueueManager, userId: string, queue: string, authority: string) {
  try {
    const user = { name: userId, groups: [], privileged: false }
    const connection = manager.connect(user, { name: 'authority check', isSystem: true })
    const isHeld = connection.holdsAuthority('QUEUE', queue, authority)
    await connection.close()
    return isHeld
  } catch (error) {
    if (error instanceof MqError && error.reasonCode === notAuthorized) return false
    throw error
  }
}

const notAuthorized = 2035
