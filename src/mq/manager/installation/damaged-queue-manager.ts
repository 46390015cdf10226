/** A queue manager whose definition file cannot be read. It reports the damage and can only be removed. */
import type { Connection } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { QueueManager } from '../types/queue-manager.ts'
import { removeQueueManagerFolder } from './queue-manager-definition.ts'

export class DamagedQueueManager implements QueueManager {
  readonly name: string
  readonly state = 'endedUnexpectedly'
  readonly isDefault = false
  readonly isShared = false
  readonly startedAt = undefined
  readonly connectionCount = 0
  readonly #folder: string
  readonly #damage: Error

  constructor(folder: string, name: string, damage: Error) {
    this.name = name
    this.#folder = folder
    this.#damage = damage
  }

  async start(): Promise<void> {
    throw mqError('MQRC_OBJECT_DAMAGED', this.#damage.message, { object: this.name, cause: this.#damage })
  }

  async end(): Promise<void> {}

  async listInstances() {
    return { permitsStandby: false, instances: [] }
  }

  async findActive(): Promise<undefined> {}

  connect(): Connection {
    throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', this.#damage.message, { object: this.name, cause: this.#damage })
  }

  async authenticateProgram(): Promise<never> {
    return this.connect() as never
  }

  readMetrics(): undefined {}

  readInstanceStatus(): undefined {}

  async backUp(): Promise<void> {
    throw mqError('MQRC_OBJECT_DAMAGED', this.#damage.message, { object: this.name, cause: this.#damage })
  }

  async destroy(): Promise<void> {
    await removeQueueManagerFolder(this.#folder)
  }

  forget(): Promise<void> {
    return this.destroy()
  }

  async close(): Promise<void> {}
}
