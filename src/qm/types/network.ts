/** Listeners and channels as commands see them. */
export interface ListenerService {
  /** Opens the port of a listener object. Throws an `MqError` when the port cannot be had. */
  start(name: string): Promise<void>
  /** False when it was not running. */
  stop(name: string): Promise<boolean>
  /** Undefined when it is not running. */
  status(name: string): ListenerStatus | undefined
}

export interface ListenerStatus {
  state: 'STARTING' | 'RUNNING' | 'STOPPING'
  /** The port that is open, also when the object says 0. */
  port: number
  /** `*` for every address. */
  address: string
  backlog: number
  /** Milliseconds since the epoch. */
  startedAt: number
  pid: number
}

export interface ChannelService {
  /** Makes a stopped channel usable again; one that calls its partner begins to do so. */
  start(name: string): Promise<void>
  stop(name: string, status: 'STOPPED' | 'INACTIVE'): Promise<void>
  /** Undefined for a channel that is inactive: it has no status. */
  status(name: string): ChannelStatus | undefined
  resetSequence(name: string, number: number): Promise<void>
}

export interface ChannelStatus {
  channel: string
  state: 'STOPPED' | 'RETRYING'
  connectionName: string
  /** What is left of them for a channel that calls its partner; undefined when it was stopped. */
  retries: RemainingRetries | undefined
}

/** The short and long retries (SHORTRTY, LONGRTY) that remain for a channel. */
export interface RemainingRetries {
  readonly short: number
  readonly long: number
}
