/** Starts a configured agent on a running queue manager. */
import { join } from 'node:path'
import { makeFolder } from '../../../../../shared/lib/files/make-folder.ts'
import type { QueueManager } from '../../../../manager/index.ts'
import type { ConfiguredAgent } from '../config/config-folder.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { Publisher } from '../coordination/publisher.ts'
import { openPathAccess } from '../files/path-access.ts'
import { SharedBlocks } from '../files/shared-blocks.ts'
import { openThreadedFileWork } from '../files/threaded-file-work.ts'
import { defineObjects, renderAgentObjects } from '../queues/agent-objects.ts'
import { internalPrincipal } from '../types/names.ts'
import { type Agent, openAgent } from './agent.ts'

export type StartAgentDeps = Pick<AgentDeps, 'clock' | 'timers' | 'log' | 'findNeighbour'>

/** Rejects when the queue manager or the paths of the agent do not allow a start. */
export async function startAgent(
  { settings, folder }: ConfiguredAgent,
  manager: QueueManager,
  { clock, timers, log, findNeighbour }: StartAgentDeps,
): Promise<Agent> {
  await makeFolder(settings.transferRoot)
  const paths = await openPathAccess(settings)
  const own = log.child({ agent: settings.name })
  const connection = manager.connect(internalPrincipal, { name: `agent ${settings.name}`, isSystem: true })
  const [reader, writer] = [openThreadedFileWork(), openThreadedFileWork()]
  try {
    await defineObjects(connection, renderAgentObjects(settings.name))
    return await openAgent({
      settings,
      connection,
      paths,
      clock,
      timers,
      log: own,
      publisher: new Publisher(connection, settings.coordinationQueueManager, own),
      workFolder: join(folder, 'spool'),
      reader,
      writer,
      findNeighbour,
      blocks: new SharedBlocks(),
      async closeFiles() {
        await Promise.all([reader.close(), writer.close()])
      },
    })
  } catch (error) {
    await connection.close()
    throw error
  }
}
