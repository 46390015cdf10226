/** A data folder with the queue manager QM1 and the agents AGENT1 and AGENT2, each with a folder of its own. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, openInstallation } from '../../../../../../src/mq/manager/index.ts'
import type {
  CatalogedTransfer,
  ItemSpec,
  TransferRequest,
} from '../../../../../../src/mq/parts/file-transfer/engine/index.ts'
import { FileTransfer } from '../../../../../../src/mq/parts/file-transfer/engine/index.ts'
import { mqParts } from '../../../../../../src/mq/parts.ts'
import { silentLog } from '../../../../../../src/shared/lib/output/log.ts'
import { systemClock } from '../../../../../../src/shared/lib/time/clock.ts'

export interface Transfers {
  readonly transfer: FileTransfer
  readonly folder: string
  /** The folders of the agents. */
  readonly source: string
  readonly target: string
  readonly connection: Connection
  /** Sends a request and resolves with the transfer when it has ended. */
  run(items: readonly Partial<DeepItem>[], more?: Partial<TransferRequest>): Promise<CatalogedTransfer>
  request(items: readonly Partial<DeepItem>[], more?: Partial<TransferRequest>): TransferRequest
  /** Ends everything in an orderly way; `openTransfers` with the same folder continues. */
  close(): Promise<void>
}

/** An item whose source and destination may have only the members that matter. */
export type DeepItem = Omit<ItemSpec, 'source' | 'destination'> & {
  source: Partial<ItemSpec['source']>
  destination: Partial<ItemSpec['destination']>
}

export const admin = { name: 'mqm', groups: ['mqm'], privileged: true }

export interface TransferFolders {
  /** The data folder of an earlier call, which continues. */
  readonly folder?: string
  /** An empty data folder. */
  readonly data?: string
  /** The folder of the destination agent. */
  readonly target?: string
}

export async function openTransfers(folders: TransferFolders = {}): Promise<Transfers> {
  const { folder } = folders
  const data = folder ?? folders.data ?? (await mkdtemp(join(tmpdir(), 'mft-')))
  const installation = await openInstallation({
    folder: join(data, 'qm'),
    clock: systemClock,
    log: silentLog,
    parts: mqParts,
  })
  const manager = installation.find('QM1') ?? (await installation.create('QM1'))
  await manager.start()
  const transfer = new FileTransfer({ installation, dataFolder: data, clock: systemClock, log: silentLog })
  const [source, target] = [join(data, 'files', 'AGENT1'), folders.target ?? join(data, 'files', 'AGENT2')]
  if (folder === undefined) {
    await transfer.setupCoordination('QM1', true)
    const set = await transfer.config.readSet()
    for (const [name, root] of [
      ['AGENT1', source],
      ['AGENT2', target],
    ] as const) {
      await mkdir(root, { recursive: true })
      await transfer.createAgent(set, { name, queueManager: 'QM1', sandboxRoot: root, transferRoot: root })
      await transfer.config.setStarted(set, name, true)
    }
  }
  const view = transfer.view('QM1')
  await transfer.agents.startAgents()
  const connection = manager.connect(admin)

  const request: Transfers['request'] = (items, more) => ({
    sourceAgent: { name: 'AGENT1', qmgrName: 'QM1' },
    destinationAgent: { name: 'AGENT2', qmgrName: 'QM1' },
    originator: { host: 'test', userId: 'alice', mqmdUserId: 'mqm' },
    jobName: '',
    priority: 0,
    metadata: {},
    conditions: [],
    recoveryTimeoutSeconds: -1,
    items: items.map((item) => ({
      mode: item.mode ?? 'binary',
      checksum: item.checksum ?? 'md5',
      source: { type: 'file', name: '', recursive: false, disposition: 'leave', ...item.source },
      destination: { type: 'directory', name: '.', actionIfExists: 'error', ...item.destination },
    })),
    ...more,
  })
  return {
    transfer,
    folder: data,
    source,
    target,
    connection,
    request,
    async run(items, more) {
      const command = { type: 'transfer' as const, request: request(items, more), repliesAtEnd: true }
      const address = { name: 'AGENT1', qmgrName: 'QM1' }
      const { id, reply } = await transfer.send('QM1', address, command, { waitMs: 50_000 })
      if (!reply) throw new Error(`transfer ${id} did not end`)
      if (!reply.accepted) throw new Error(reply.text)
      return await waitFor(() => {
        const found = view.transfers.find(id)
        return found?.event.endedAt === undefined ? undefined : found
      })
    },
    async close() {
      await transfer.close()
      await installation.close()
    },
  }
}

/** Polls until the function returns a value. */
export async function waitFor<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export async function removeTransfers({ folder }: Transfers): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
