/** Counts what a session transfers, for DISPLAY CHSTATUS. */
import type { ChannelCounts } from '../../types/network.ts'
import type { FrameConnection } from '../transport/frame-connection.ts'

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
    return {
      messages: this.messages,
      batches: this.batches,
      bytesSent,
      bytesReceived,
      buffersSent,
      buffersReceived,
    }
  }
}
