/** What exists while this process runs a queue manager: its parts, its command server and its network. */
import { RunningQueueManager, type RunningQueueManagerDeps } from '../running/running-queue-manager.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import type { PasswordVerifier } from '../types/channel-host.ts'
import { mqError } from '../types/errors.ts'
import type { InstanceServer, QueueManager } from '../types/queue-manager.ts'
import type { QueueManagerStatus } from '../types/services.ts'
import { openCommandServer } from './open-command-server.ts'
import type { PartRows } from './part-rows.ts'
import type { QueueManagerDefinition } from './queue-manager-definition.ts'
import type { ActiveStorage } from './queue-manager-storage.ts'

/** The mode of an end: after the applications, after the calls in progress, or at once. */
export type EndMode = 'controlled' | 'immediate' | 'preemptive'

/** A queue manager that runs in this process. */
export interface ActiveInstance extends Pick<ActiveStorage, 'lost' | 'isValid' | 'readLease'> {
  readonly running: RunningQueueManager
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Ends all parts, and gives the storage back. With `isEnded`, waiting instances end. */
  end(mode: EndMode, isEnded: boolean): Promise<void>
  /** Ends all parts at once, because the store is lost. */
  endLost(loss: Error): Promise<void>
}

interface ActiveInstanceOptions {
  readonly manager: QueueManager
  readonly definition: QueueManagerDefinition
  readonly active: ActiveStorage
  readonly deps: QueueManagerDeps
  status(): QueueManagerStatus
}

/** Starts the instance. When that fails, the storage is given back and the promise rejects. */
export async function startActiveInstance(options: ActiveInstanceOptions): Promise<ActiveInstance> {
  const { manager, active, deps } = options
  let running: RunningQueueManager | undefined
  let commandServer: ReturnType<typeof openCommandServer>
  try {
    running = openParts(options)
    commandServer = openCommandServer(manager, running, deps.log)
    await running.startNetwork()
  } catch (error) {
    await commandServer?.close()
    await (running ?? active.store).close()
    await active.release(false).catch(() => {}) // the error of the start is reported
    throw error
  }
  const parts = running

  async function close(byForce: boolean, reason: () => Error): Promise<void> {
    await commandServer?.close()
    parts.connections.stopAll(reason)
    if (!byForce) await parts.calls.idle()
  }

  return {
    running: parts,
    startedAt: deps.clock(),
    lost: active.lost,
    isValid: active.isValid,
    readLease: active.readLease,

    async end(mode, isEnded) {
      const code = mode === 'controlled' ? 'MQRC_Q_MGR_QUIESCING' : 'MQRC_Q_MGR_STOPPING'
      const byForce = mode === 'preemptive'
      await close(byForce, () => mqError(code, `${manager.name} is ending`, { object: manager.name }))
      await parts.close({ byForce })
      await active.release(isEnded)
    },

    async endLost(loss) {
      await close(true, () => mqError('MQRC_CONNECTION_BROKEN', loss.message, { object: manager.name }))
      await parts.close({ byForce: true })
    },
  }
}

function openParts({ manager, definition, active, deps, status }: ActiveInstanceOptions): RunningQueueManager {
  const { clock, log, listenerPort, disk, channelTypes, verifyPassword } = deps
  const { name, created } = definition
  return new RunningQueueManager({
    name,
    created,
    store: active.store,
    disk,
    clock,
    log: log.child({ qmgr: name }),
    listenerPort,
    status,
    openNetwork: (given) => deps.openNetwork({ ...given, queueManager: manager, channelTypes, verifyPassword }),
  })
}

/** What the queue managers of an installation share. */
export interface QueueManagerDeps extends PartRows, Pick<RunningQueueManagerDeps, 'clock' | 'log' | 'listenerPort'> {
  /** The name of the installation, which DISPLAY QMSTATUS shows. */
  readonly installation: string
  readonly disk: DiskSpace
  readonly verifyPassword: PasswordVerifier | undefined
  isDefault(name: string): boolean
  /** Returns how other instances reach the MQ web server of this process. */
  findServer(): Promise<InstanceServer | undefined>
}
