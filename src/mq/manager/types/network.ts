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
  /** The latest connection that the listener rejected, and why; undefined when there was none. */
  lastError?: string
}

/** Starts, stops and displays channels. `start` and `stop` resolve when accepted; the status shows what came of it. */
export interface ChannelService {
  /** Rejects with an `MqError` when the channel is active already or cannot be started as it is defined. */
  start(name: string): Promise<void>
  stop(name: string, options: ChannelStop): Promise<void>
  /** Returns the active instances, and one for a channel that is stopped or retrying. An inactive channel has none. */
  status(name: string): readonly ChannelStatus[]
  /** Returns the saved sequence numbers and batches of the channel, one element for each partner. */
  saved(name: string): readonly SavedChannelStatus[]
  /** Exchanges data with the partner (PING CHANNEL). Rejects with an `MqError` that says why it is impossible. */
  ping(name: string, dataLength: number): Promise<void>
  /** Sets the sequence number of the next message (RESET CHANNEL). */
  resetSequence(name: string, number: number): Promise<void>
  /** Resolves the batch that is in doubt (RESOLVE CHANNEL). Rejects with an `MqError` when no batch is in doubt. */
  resolve(name: string, action: 'COMMIT' | 'BACKOUT'): Promise<void>
}

/** The channel initiators: each reads an initiation queue and starts the channels that its trigger messages name. */
export interface ChannelInitiatorService {
  /** Rejects with an `MqError` when the queue does not exist or an initiator reads it already. */
  start(queue: string): Promise<void>
  /** Returns whether an initiator reads the queue. */
  isRunning(queue: string): boolean
}

/** The initiation queue of the channel initiator that starts with the queue manager. */
export const defaultInitiationQueue = 'SYSTEM.CHANNEL.INITQ'

export interface ChannelStop {
  /** The state of the channel afterwards. A `STOPPED` channel stays stopped until it is started, over restarts too. */
  readonly status: 'STOPPED' | 'INACTIVE'
  /** `QUIESCE` ends after the current batch. `FORCE` and `TERMINATE` break the connection at once. */
  readonly mode: 'QUIESCE' | 'FORCE' | 'TERMINATE'
  /** Stops only the instances with this partner. */
  readonly connectionName?: string | undefined
  readonly remoteManager?: string | undefined
}

export type ChannelState =
  | 'BINDING'
  | 'STARTING'
  | 'RUNNING'
  | 'PAUSED'
  | 'STOPPING'
  | 'RETRYING'
  | 'STOPPED'
  | 'REQUESTING'
  | 'INITIALIZING'

/** One instance of a channel, as DISPLAY CHSTATUS shows it. Counts start at zero with the instance. */
export interface ChannelStatus {
  readonly state: ChannelState
  /** What the instance does at the moment: `MQGET`, `SEND`, `RECEIVE`, `HEARTBEAT`; empty when that is unknown. */
  readonly substate: string
  /** The address of the partner, `host(port)`. */
  readonly connectionName: string
  readonly localAddress: string
  readonly remoteManager: string
  /** The name and version of the partner's product; empty while they are unknown. */
  readonly remoteProduct: string
  readonly remoteVersion: string
  /** Whether STOP CHANNEL was requested and the instance has not ended. */
  readonly isStopRequested: boolean
  /** The user under whose authority the instance works; empty for the queue manager's own. */
  readonly userId: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number | undefined
  readonly lastMessageAt: number | undefined
  readonly counts: ChannelCounts
  /** The remaining retries of a channel that connects to its partner. */
  readonly retries: RemainingRetries | undefined
  /** The batches of a channel between queue managers. */
  readonly batches: BatchStatus | undefined
  /** The negotiated values; undefined while there is no session. */
  readonly negotiated: NegotiatedValues | undefined
  /** What was measured; undefined while there is no session. */
  readonly monitored: MonitoredValues | undefined
  readonly tls: TlsStatus | undefined
  /** Why the channel is stopped or retrying; empty when it had no error. */
  readonly lastError: string
  /** The client of an AMQP channel; undefined for instances of other channels and without a client. */
  readonly client?: AmqpClientStatus
}

export interface AmqpClientStatus {
  readonly clientId: string
  /** The user that the client named; `userId` of the instance is the one whose authority counts. */
  readonly clientUser: string
  readonly messagesSent: number
  readonly messagesReceived: number
  /** AMQPKA in milliseconds; 0 for no limit. */
  readonly keepAliveMs: number
}

export interface ChannelCounts {
  readonly messages: number
  readonly batches: number
  readonly bytesSent: number
  readonly bytesReceived: number
  readonly buffersSent: number
  readonly buffersReceived: number
}

/** Sequence numbers and batches. A batch id is 16 hexadecimal digits, all zeros for none. */
export interface BatchStatus {
  readonly isInDoubt: boolean
  /** The number of messages in the current batch. */
  readonly currentMessages: number
  readonly currentSequence: number
  readonly currentBatchId: string
  readonly lastSequence: number
  readonly lastBatchId: string
}

export interface NegotiatedValues {
  readonly batchSize: number
  /** 0 disables heartbeats. */
  readonly heartbeatSeconds: number
  readonly maxMessageBytes: number
  readonly nonPersistentFast: boolean
  readonly compression: string
  /** The compression of the last message. */
  readonly lastCompression: string
  readonly headerCompression: string
}

/** The level of MONCHL, and averages of measured values: microseconds, and percent of compression. */
export interface MonitoredValues {
  readonly level: string
  readonly networkTime?: Averages | undefined
  readonly queueTime?: Averages | undefined
  readonly batchSize?: Averages | undefined
  readonly compressionRate?: Averages | undefined
  readonly compressionTime?: Averages | undefined
}

export type Averages = readonly [shortTerm: number, longTerm: number]

export interface TlsStatus {
  /** `TLSv1.2` or `TLSv1.3`. */
  readonly protocol: string
  readonly cipher: string
  /** The distinguished names of the partner's certificate; empty when it presented none. */
  readonly peer: string
  readonly issuer: string
}

export interface SavedChannelStatus extends BatchStatus {
  readonly connectionName: string
  readonly remoteManager: string
  readonly transmissionQueue: string
}

/** The short and long retries (SHORTRTY, LONGRTY) that remain for a channel. */
/** `nextAt` is the time of the next attempt in milliseconds since the epoch; undefined while none is waited for. */
export type RemainingRetries = { readonly short: number; readonly long: number; readonly nextAt?: number | undefined }
