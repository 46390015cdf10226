/** Types of listeners and channels. */
export interface ListenerService {
  /** Opens the port of a listener object. Rejects with an `MqError` when the port cannot be opened. */
  start(name: string): Promise<void>
  /** Closes the port. Resolves with false when the listener was not running. */
  stop(name: string): Promise<boolean>
  /** Returns the status, or undefined when the listener is not running. */
  status(name: string): ListenerStatus | undefined
}

export interface ListenerStatus {
  state: 'STARTING' | 'RUNNING' | 'STOPPING'
  /** The open port, also when the object says PORT(0). */
  port: number
  /** The IP address; `*` for all addresses. */
  address: string
  backlog: number
  /** Milliseconds since the epoch. */
  startedAt: number
  pid: number
}

export interface ChannelService {
  /** Starts a channel. A channel that calls its partner begins to retry. */
  start(name: string): Promise<void>
  stop(name: string, status: 'STOPPED' | 'INACTIVE'): Promise<void>
  /** Returns the status, or undefined for an inactive channel, which has none. */
  status(name: string): ChannelStatus | undefined
  resetSequence(name: string, number: number): Promise<void>
}

export interface ChannelStatus {
  channel: string
  state: 'STOPPED' | 'RETRYING'
  connectionName: string
  /** The remaining retries of a channel that calls its partner; undefined when it was stopped. */
  retries: RemainingRetries | undefined
}

/** The short and long retries (SHORTRTY, LONGRTY) that remain for a channel. */
export interface RemainingRetries {
  readonly short: number
  readonly long: number
}
