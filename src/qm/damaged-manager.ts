/** A queue manager whose definition cannot be read: it is listed, says what is wrong with it, and can only be removed. */
import { removeFolder } from './definition.ts'
import { mqError } from './reasons.ts'
import type { Connection, QueueManager } from './types.ts'

export class DamagedManager implements QueueManager {
  readonly name: string
  readonly state = 'endedUnexpectedly'
  readonly isDefault = false
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

  connect(): Connection {
    throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', this.#damage.message, {
      object: this.name,
      cause: this.#damage,
    })
  }

  reading(): undefined {}

  async destroy(): Promise<void> {
    await removeFolder(this.#folder)
  }
}
