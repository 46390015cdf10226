/** Managed file transfer of a data folder, imported by the first command, request, agent or message for it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onceAsync } from '../../../../shared/lib/time/once-async.ts'
import type { Installation } from '../../../manager/index.ts'
import type { HostServiceDeps } from '../../../runtime/index.ts'
import type { FileTransfer } from '../engine/index.ts'

const lookEveryMs = 1000

/** The service of the MQ host that has file transfer. */
export class FileTransferControl {
  readonly #look: NodeJS.Timeout
  #active: FileTransfer | undefined
  /** Resolves with file transfer, when its agents run. */
  readonly activate: () => Promise<FileTransfer>

  constructor(deps: HostServiceDeps) {
    const { installation, dataFolder, log, sampleQueueManager } = deps
    this.activate = onceAsync(async () => {
      clearInterval(this.#look)
      const { FileTransfer } = await import('../engine/index.ts')
      const active = new FileTransfer(deps)
      this.#active = active
      if (sampleQueueManager !== undefined) {
        const { createSampleAgents } = await import('./sample-agents.ts')
        await createSampleAgents(active, sampleQueueManager, dataFolder)
      }
      // Transfers are known from here on.
      for (const { coordinationQueueManager } of await active.config.listSets()) active.view(coordinationQueueManager)
      await active.agents.startAgents()
      return active
    })
    this.#look = setInterval(() => {
      // Agents that a command has started run as soon as their queue managers do.
      const isConfigured = sampleQueueManager === undefined && existsSync(join(dataFolder, 'mqft'))
      if (!isConfigured && !hasAgentMessages(installation)) return
      this.activate().catch((error: unknown) => log.error({ err: error }, 'managed file transfer could not start'))
    }, lookEveryMs).unref()
  }

  /** Stops the agents. Transfers continue at the next start. */
  async close(): Promise<void> {
    clearInterval(this.#look)
    await this.#active?.close()
  }
}

/** Returns whether an agent has work: a command, a transfer, a monitor or a schedule. */
function hasAgentMessages(installation: Installation): boolean {
  for (const manager of installation.list()) {
    for (const { name, depth } of manager.readMetrics()?.queues ?? [])
      if (depth > 0 && name.startsWith('SYSTEM.FTE.')) return true
  }
  return false
}
