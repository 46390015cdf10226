/** Managed file transfer of a data folder, imported by the first command, request, agent or message for it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import { onceAsync } from '../../../../shared/lib/time/once-async.ts'
import type { Installation } from '../../../manager/index.ts'
import type { FileTransfer } from '../engine/index.ts'

export interface FileTransferControlOptions {
  readonly installation: Installation
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  /** Creates and starts agents before the first use. */
  readonly prepare?: (transfer: FileTransfer) => Promise<void>
}

export type FileTransferControl = ReturnType<typeof openFileTransferControl>

const lookEveryMs = 1000

export function openFileTransferControl({ prepare, ...options }: FileTransferControlOptions) {
  const { installation, dataFolder, log } = options
  let active: FileTransfer | undefined

  const activate = onceAsync(async () => {
    clearInterval(look)
    const { FileTransfer } = await import('../engine/index.ts')
    active = new FileTransfer(options)
    await prepare?.(active)
    // Transfers are known from here on.
    for (const { coordinationQueueManager } of await active.config.listSets()) active.view(coordinationQueueManager)
    await active.agents.startAgents()
    return active
  })
  const look = setInterval(() => {
    // Agents that a command has started run as soon as their queue managers do.
    const isConfigured = !prepare && existsSync(join(dataFolder, 'mqft'))
    if (!isConfigured && !hasAgentMessages(installation)) return
    activate().catch((error: unknown) => log.error({ err: error }, 'managed file transfer could not start'))
  }, lookEveryMs).unref()

  return {
    /** Resolves with file transfer, when its agents run. */
    activate,
    /** Stops the agents. Transfers continue at the next start. */
    async close(): Promise<void> {
      clearInterval(look)
      await active?.close()
    },
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
