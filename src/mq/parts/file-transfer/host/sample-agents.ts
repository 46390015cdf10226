/** The agents of the sandbox, each with a folder of its own. */
import { join } from 'node:path'
import { makeFolder } from '../../../../shared/lib/files/make-folder.ts'
import type { FileTransfer } from '../engine/index.ts'

/** Creates the agents at a queue manager unless they exist, and runs them. */
export async function createSampleAgents(transfer: FileTransfer, queueManager: string, dataFolder: string) {
  if (!transfer.config.exists) await transfer.setupCoordination(queueManager, true)
  const set = await transfer.config.readSet()
  for (const name of ['AGENT1', 'AGENT2']) {
    const root = join(dataFolder, 'transfer', name)
    if (!(await transfer.config.findAgent(set, name))) {
      await makeFolder(root)
      const description = `${name} of the sandbox`
      await transfer.createAgent(set, { name, queueManager, description, sandboxRoot: root, transferRoot: root })
    }
    transfer.agents.runOnDemand(name)
  }
}
