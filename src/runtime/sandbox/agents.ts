/** The agents of the sandbox: AGENT1 and AGENT2 on the queue manager QM1, each with a folder of its own. */
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import type { FileTransfer } from '../../mft/index.ts'

const queueManager = 'QM1'
const names = ['AGENT1', 'AGENT2'] as const

/** Returns a function that creates the agents at the first use of file transfer, and runs them. */
export function prepareAgents(dataFolder: string): (transfer: FileTransfer) => Promise<void> {
  return async (transfer) => {
    if (!transfer.config.exists) await transfer.setupCoordination(queueManager, true)
    const set = await transfer.config.readSet()
    for (const name of names) {
      const root = join(dataFolder, 'transfer', name)
      if (!(await transfer.config.findAgent(set, name))) {
        await makeFolder(root)
        const description = `${name} of the sandbox`
        await transfer.createAgent(set, { name, queueManager, description, sandboxRoot: root, transferRoot: root })
      }
      transfer.agents.runOnDemand(name)
    }
  }
}
