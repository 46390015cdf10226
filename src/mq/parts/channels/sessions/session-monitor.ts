/** Measures a session for DISPLAY CHSTATUS (MONCHL). */
import { findEffectiveLevel, TimeIndicator } from '../../../manager/monitoring/time-indicator.ts'
import type { AttributeValue } from '../../../manager/types/connection.ts'
import type { ChannelCounts, MonitoredValues } from '../../../manager/types/network.ts'
import type { ObjectRecord } from '../../../manager/types/services.ts'
import type { FrameConnection } from '../transport/frame-connection.ts'

export class SessionMonitor {
  readonly level: string
  readonly #indicators: Indicators | undefined

  /** `common` is MONCHL of the queue manager. */
  constructor({ attributes }: ObjectRecord, common: AttributeValue | undefined) {
    this.level = findEffectiveLevel(attributes.MONCHL, common)
    this.#indicators = this.level === 'OFF' ? undefined : buildIndicators()
  }

  /** Whether durations are of use. */
  get isMeasuring(): boolean {
    return this.#indicators !== undefined
  }

  addBatch(size: number): void {
    this.#indicators?.batchSize.add(size)
  }

  /** Adds the time that a request and its response were on the network, without the work of the partner. */
  addNetworkTime(microseconds: number): void {
    this.#indicators?.networkTime.add(microseconds)
  }

  addQueueTime(microseconds: number): void {
    this.#indicators?.queueTime.add(microseconds)
  }

  addCompression(bytesBefore: number, bytesAfter: number, microseconds: number): void {
    this.#indicators?.compressionTime.add(microseconds)
    this.#indicators?.compressionRate.add(bytesBefore === 0 ? 0 : 100 - (100 * bytesAfter) / bytesBefore)
  }

  read(): MonitoredValues {
    const { level } = this
    if (!this.#indicators) return { level }
    return {
      level,
      networkTime: this.#indicators.networkTime.read(),
      queueTime: this.#indicators.queueTime.read(),
      batchSize: this.#indicators.batchSize.read(),
      compressionRate: this.#indicators.compressionRate.read(),
      compressionTime: this.#indicators.compressionTime.read(),
    }
  }
}

type Indicators = ReturnType<typeof buildIndicators>

function buildIndicators() {
  return {
    networkTime: new TimeIndicator(),
    queueTime: new TimeIndicator(),
    batchSize: new TimeIndicator(),
    compressionRate: new TimeIndicator(),
    compressionTime: new TimeIndicator(),
  }
}

/** Counts what a session transfers, for DISPLAY CHSTATUS. */
export class SessionCounts {
  messages = 0
  batches = 0
  /** Milliseconds since the epoch. */
  lastMessageAt: number | undefined

  /** Counts a message at the given time. */
  addMessage(now: number): void {
    this.messages++
    this.lastMessageAt = now
  }

  read(connection: FrameConnection): ChannelCounts {
    const { bytesSent, bytesReceived, buffersSent, buffersReceived } = connection
    return { messages: this.messages, batches: this.batches, bytesSent, bytesReceived, buffersSent, buffersReceived }
  }
}
