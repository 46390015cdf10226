/** The contract of the network of a queue manager: its channels, listeners and channel initiators. A part opens it. */
import type { Timers } from '../../../shared/lib/time/timers.ts'
import type { HostedChannelTypes } from '../channels/channel.ts'
import type { PasswordVerifier } from '../types/channel-host.ts'
import { mqError } from '../types/errors.ts'
import type { ChannelInitiatorService, ChannelService, ListenerService } from '../types/network.ts'
import type { QueueManager } from '../types/queue-manager.ts'
import type { RunningQueueManager, RunningQueueManagerDeps } from './running-queue-manager.ts'

export interface Network {
  readonly channels: ChannelService & {
    /** Ends a deleted channel and removes its state, so that a new channel with the same name starts without it. */
    forget(name: string): void
  }
  readonly listeners: ListenerService
  readonly initiators: ChannelInitiatorService
  /** Starts what starts with the queue manager. Failures of single channels and listeners are logged. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface NetworkDeps extends NetworkHost, Pick<RunningQueueManagerDeps, 'store' | 'log' | 'listenerPort'> {
  /** The queue manager. It has no network while the network is opened. */
  readonly running: Omit<RunningQueueManager, keyof Network>
  readonly timers: Timers
}

/** What the installation hands to the networks of its queue managers. */
export interface NetworkHost {
  readonly queueManager: QueueManager
  /** The channel types of other parts. */
  readonly channelTypes: HostedChannelTypes
  /** Verifies passwords; undefined when the process has no user registry. */
  readonly verifyPassword: PasswordVerifier | undefined
}

export type OpenNetwork = (deps: NetworkDeps) => Network

/** Opens the network of a queue manager in a process without channels: nothing runs, and nothing can be started. */
export function openAbsentNetwork(): Network {
  const reject = async () => {
    throw mqError('MQRC_OPERATION_NOT_ALLOWED', 'this process has no channels: it was built without the part channels')
  }
  const rejected = { start: reject, stop: reject, ping: reject, resetSequence: reject, resolve: reject }
  return {
    channels: { ...rejected, status: () => [], saved: () => [], forget: () => {} },
    listeners: { start: reject, stop: async () => false, status: () => undefined },
    initiators: { start: reject, isRunning: () => false },
    start: async () => {},
    close: async () => {},
  }
}
