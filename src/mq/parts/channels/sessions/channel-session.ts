/** What the sessions of both directions share: how they begin, sleep, stop and end. */
import type { BatchStatus } from '../../../manager/types/network.ts'
import { encodeJsonFrame, type FrameType, frameTypes } from '../protocol/frames.ts'
import type { FrameConnection } from '../transport/frame-connection.ts'
import { refuse, type SessionEnd, WakeUp } from './session-end.ts'
import { SessionCounts, type SessionMonitor } from './session-monitor.ts'

export abstract class ChannelSession {
  readonly counts = new SessionCounts()
  readonly connection: FrameConnection
  readonly monitor: SessionMonitor
  protected readonly wakeUp = new WakeUp()
  /** How the session ended, with the error if there was one; undefined before its end. */
  protected end: { readonly error: Error | undefined } | undefined
  readonly #heartbeatSeconds: number
  #isStopping = false

  constructor(connection: FrameConnection, monitor: SessionMonitor, heartbeatSeconds: number) {
    this.connection = connection
    this.monitor = monitor
    this.#heartbeatSeconds = heartbeatSeconds
  }

  /** What the session does at the moment, as DISPLAY CHSTATUS shows it. */
  abstract get substate(): string
  abstract get lastCompression(): string
  abstract get batchStatus(): BatchStatus

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Ends the session when no batch is open. */
  quiesce(): void {
    this.#isStopping = true
    this.wakeUp.wake()
  }

  /**
   * Agrees with the partner about the position and calls `ready`; then transfers messages until the session ends. Rejects
   * with the error that ended it. The connection is closed afterwards.
   */
  async run(ready: () => void): Promise<SessionEnd> {
    const { connection } = this
    try {
      await this.synchronize()
      connection.setHandler({
        frame: (type, payload) => this.receive(type, payload),
        closed: (error) => this.finish(error),
      })
      connection.startHeartbeats(this.#heartbeatSeconds)
      ready()
      const end = await this.transfer()
      if (end !== 'closedByPartner') connection.send(encodeJsonFrame(frameTypes.close, { reason: end }))
      connection.end()
      return end
    } catch (error) {
      refuse(connection, error)
      throw error
    } finally {
      await this.close()
    }
  }

  /** Agrees with the partner about the sequence number of the next message. */
  protected abstract synchronize(): Promise<void>
  protected abstract transfer(): Promise<SessionEnd>
  protected abstract receive(type: FrameType, payload: Buffer): void
  /** Releases what the session holds, whether it ended with an error or without one. */
  protected abstract close(): Promise<void>

  /** Ends the session when what has arrived is done. */
  protected finish(error: Error | undefined): void {
    this.end ??= { error }
    this.wakeUp.wake()
  }
}
