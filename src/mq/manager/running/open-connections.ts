/** The connections of a running queue manager with their handles, and the number of their active calls. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { ApplicationIdentity, Principal } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { UnitOfWork } from '../types/message.ts'
import type { ConnectionService, ConnectionStatus, ObjectHandle } from '../types/services.ts'
import { SmallSet } from '../types/small-set.ts'

export interface OpenConnection {
  readonly status: ConnectionStatus
  readonly handles: SmallSet<ObjectHandle>
  /** The units of work that have not ended, the oldest first. */
  readonly unitsOfWork: SmallSet<UnitOfWork>
  /** Ends the connection. Later calls on it fail with the error. */
  readonly stop: (error: () => Error) => void
}

export class OpenConnections implements ConnectionService {
  readonly #extendedId: string
  readonly #clock: Clock
  readonly #open = new Map<string, OpenConnection>()
  #count = 0
  #systemCount = 0
  /** The start second of the latest connections, and their id without its last two digits. */
  #second = 0
  #prefix = ''

  constructor(manager: string, clock: Clock) {
    this.#extendedId = Buffer.from(`AMQC${manager.slice(0, 12).padEnd(12)}`, 'latin1')
      .toString('hex')
      .toUpperCase()
    this.#clock = clock
  }

  /** The number of connections of applications. */
  get applicationCount(): number {
    return this.#open.size - this.#systemCount
  }

  /** The number of connections through a channel. */
  get channelConnectionCount(): number {
    let count = 0
    for (const { status } of this.#open.values()) if (status.channel !== '') count++
    return count
  }

  add(principal: Principal, application: ApplicationIdentity, stop: OpenConnection['stop']): OpenConnection {
    const now = this.#clock()
    const status: ConnectionStatus = {
      id: this.#newId(now),
      extendedId: this.#extendedId,
      userId: principal.name,
      applicationName: application.name,
      channel: application.channel ?? '',
      address: application.address ?? '',
      clientId: application.clientId ?? '',
      isSystem: application.isSystem ?? false,
      pid: process.pid,
    }
    const open: OpenConnection = { status, handles: new SmallSet(), unitsOfWork: new SmallSet(), stop }
    this.#open.set(status.id, open)
    if (status.isSystem) this.#systemCount++
    return open
  }

  #newId(now: number): string {
    const second = Math.trunc(now / 1000)
    const lastByte = ++this.#count & 0xff
    if (second !== this.#second || lastByte === 0) {
      this.#second = second
      this.#prefix = toHexWord(second) + toHexWord(this.#count).slice(0, -2)
    }
    return this.#prefix + hexBytes[lastByte]
  }

  remove(id: string): void {
    const open = this.#open.get(id)
    if (open?.status.isSystem) this.#systemCount--
    this.#open.delete(id)
  }

  list(): readonly ConnectionStatus[] {
    return [...this.#open.values()].map(({ status }) => status)
  }

  handles(id: string): readonly ObjectHandle[] {
    return [...(this.#open.get(id.toUpperCase())?.handles ?? [])]
  }

  unitOfWorkStartedAt(id: string): number | undefined {
    for (const { startedAt } of this.#open.get(id.toUpperCase())?.unitsOfWork ?? []) {
      if (startedAt !== undefined) return startedAt
    }
    return undefined
  }

  stop(id: string): boolean {
    const open = this.#open.get(id.toUpperCase())
    open?.stop(() => mqError('MQRC_CONNECTION_BROKEN', 'the connection was stopped by an administrator'))
    return open !== undefined
  }

  stopAll(error: () => Error): void {
    for (const { stop } of [...this.#open.values()]) stop(error)
  }
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => toHexWord(byte).slice(-2))

/** Returns eight hexadecimal digits. */
function toHexWord(number: number): string {
  return (Math.trunc(number) >>> 0).toString(16).toUpperCase().padStart(8, '0')
}

/** Counts active MQI calls, so that an orderly end of the queue manager can wait for them. */
export class ActiveMqiCalls {
  #underWay = 0
  #idle: (() => void) | undefined

  /** Records the start of a call; `end` must follow. */
  begin(): void {
    this.#underWay++
  }

  end(): void {
    this.#underWay--
    if (this.#underWay === 0) this.#idle?.()
  }

  /** Resolves when no call is active. */
  async idle(): Promise<void> {
    if (this.#underWay === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
    })
  }
}
