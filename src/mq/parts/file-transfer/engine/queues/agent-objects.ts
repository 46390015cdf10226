/** The queues of an agent, and those of the coordination queue manager. */
import type { Connection } from '../../../../manager/index.ts'
import { agentQueueKinds, agentQueueName, authorityQueueKinds, publicationQueue } from '../types/names.ts'

/** Returns the MQSC commands that define the queues of an agent; those that exist are kept. */
export function renderAgentObjects(agent: string): string[] {
  return [
    ...agentQueueKinds.map((kind) =>
      renderQueue(agentQueueName(kind, agent), `${kind.toLowerCase()} queue of agent ${agent}`),
    ),
    ...authorityQueueKinds.map((kind) => renderQueue(agentQueueName(kind, agent), `authorities of agent ${agent}`)),
  ]
}

/** Returns the MQSC commands that define what the coordination queue manager needs. */
export function renderCoordinationObjects(): string[] {
  return [
    renderQueue(publicationQueue, 'publications of file transfer agents'),
    `DEFINE TOPIC('${publicationQueue}') TOPICSTR('${publicationQueue}') NOREPLACE`,
  ]
}

function renderQueue(name: string, description: string): string {
  return `DEFINE QLOCAL('${name}') DESCR('${description}') DEFPSIST(YES) MAXDEPTH(999999999) NOREPLACE`
}

/** Runs the commands. Rejects with the message of the first one that fails; an object that exists is no failure. */
export async function defineObjects(connection: Connection, commands: readonly string[]): Promise<void> {
  const outcomes = await Promise.all(commands.map((command) => connection.command(command)))
  for (const { responses } of outcomes) {
    for (const { completionCode, reasonCode, messages } of responses)
      if (completionCode === 2 && reasonCode !== alreadyExists) throw new Error(messages.join(' '))
  }
}

const alreadyExists = 4001

/** Deletes the queues of an agent with their messages. */
export async function deleteAgentObjects(connection: Connection, agent: string): Promise<void> {
  for (const kind of [...agentQueueKinds, ...authorityQueueKinds])
    await connection.command(`DELETE QLOCAL('${agentQueueName(kind, agent)}') PURGE`)
}
