/** Decides whether a queue accepts a put or a get now: settings, limits, and places of uncommitted puts. */
import { mqError } from '../types/errors.ts'
import type { ObjectHandle, ObjectRecord } from '../types/services.ts'
import { type QueueSettings, readQueueSettings } from './queue-settings.ts'

export abstract class QueueAdmission {
  readonly name: string
  /** The number of messages on the queue, including locked ones. */
  abstract readonly depth: number
  #settings: QueueSettings
  #isDeleted = false
  #reserved = 0

  constructor(record: ObjectRecord) {
    this.name = record.name
    this.#settings = readQueueSettings(record)
  }

  get settings(): QueueSettings {
    return this.#settings
  }

  /** Whether the queue object was deleted. */
  get isDeleted(): boolean {
    return this.#isDeleted
  }

  /** The number of puts that wait for their commit. */
  get reservedCount(): number {
    return this.#reserved
  }

  configure(record: ObjectRecord): void {
    this.#settings = readQueueSettings(record)
  }

  protected setDeleted(isDeleted: boolean): void {
    this.#isDeleted = isDeleted
  }

  checkOpen(): void {
    if (this.#isDeleted) throw queueDeletedError(this.name)
  }

  checkGet(): void {
    this.checkOpen()
    if (!this.#settings.getEnabled) throw queueInhibitedError(this.name, 'GET')
  }

  /** Throws an `MqError` when a message of this length cannot be put now. */
  checkPut(length: number): void {
    const { putEnabled, maxMessageBytes, maxDepth } = this.#settings
    this.checkOpen()
    if (!putEnabled) throw queueInhibitedError(this.name, 'PUT')
    if (length > maxMessageBytes) throw messageTooLongError(this.name, length, maxMessageBytes)
    if (this.depth + this.#reserved >= maxDepth)
      throw mqError('MQRC_Q_FULL', `${this.name} holds ${maxDepth} messages`, { object: this.name })
  }

  /** Reserves a place for a message before its commit; `completePut` or `cancelPut` follows. Throws like `checkPut`. */
  reservePut(length: number): void {
    this.checkPut(length)
    this.#reserved++
  }

  cancelPut(): void {
    this.#reserved--
  }
}

/** Creates the errors that queues throw. */
export function queueInhibitedError(queue: string, what: 'GET' | 'PUT'): Error {
  return mqError(`MQRC_${what}_INHIBITED`, `${queue} is inhibited for ${what.toLowerCase()}s`, { object: queue })
}

export function queueDeletedError(queue: string): Error {
  return mqError('MQRC_Q_DELETED', `${queue} has been deleted`, { object: queue })
}

export function queueInUseError(queue: string): Error {
  return mqError('MQRC_OBJECT_IN_USE', `${queue} is open for input already`, { object: queue })
}

function messageTooLongError(queue: string, length: number, longest: number): Error {
  const text = `${length} bytes are more than the ${longest} that ${queue} takes`
  return mqError('MQRC_MSG_TOO_BIG_FOR_Q', text, { object: queue })
}

export type QueueOpenMode = 'input' | 'output' | 'browse'

export class QueueHandles {
  readonly #uses = new Map<ObjectHandle, QueueOpenMode>()
  #exclusive: ObjectHandle | undefined
  inputCount = 0
  outputCount = 0

  /** Whether a handle has the queue open for exclusive input. */
  get hasExclusive(): boolean {
    return this.#exclusive !== undefined
  }

  add(handle: ObjectHandle, use: QueueOpenMode, isExclusive: boolean): void {
    this.#uses.set(handle, use)
    if (isExclusive) this.#exclusive = handle
    if (use === 'input') this.inputCount++
    if (use === 'output') this.outputCount++
  }

  remove(handle: ObjectHandle): void {
    const use = this.#uses.get(handle)
    this.#uses.delete(handle)
    if (this.#exclusive === handle) this.#exclusive = undefined
    if (use === 'input') this.inputCount--
    if (use === 'output') this.outputCount--
  }

  handles(): ObjectHandle[] {
    return [...this.#uses.keys()]
  }
}
