/** Builds the status of one instance of a channel between queue managers. */
import type { ChannelState, ChannelStatus, TlsStatus } from '../../types/network.ts'
import { initialStatus } from '../channel-status.ts'
import type { ChannelLimits } from '../protocol/handshake.ts'
import type { ReceivingSession } from './receiving-session.ts'
import type { SendingSession } from './sending-session.ts'

/** What is known about a session once its handshake is complete. */
export interface SessionInfo {
  readonly connectionName: string
  readonly remoteManager: string
  readonly remoteProduct: string
  readonly remoteVersion: string
  readonly limits: ChannelLimits
  readonly tls: TlsStatus | undefined
  readonly userId: string
  readonly startedAt: number
}

export function buildInstanceStatus(
  session: SendingSession | ReceivingSession,
  { limits, ...info }: SessionInfo,
  state: ChannelState,
): ChannelStatus {
  const { connection, counts } = session
  const { localAddress = '', localPort } = connection.socket
  const { batchSize, heartbeatSeconds, maxMessageBytes, nonPersistentFast, compression, headerCompression } = limits
  return {
    ...initialStatus,
    ...info,
    state,
    substate: session.substate,
    isStopRequested: session.isStopping,
    localAddress: localPort === undefined ? '' : `${localAddress.replace(/^::ffff:/, '')}(${localPort})`,
    lastMessageAt: counts.lastMessageAt,
    counts: counts.read(connection),
    batches: session.batchStatus,
    negotiated: {
      batchSize,
      heartbeatSeconds,
      maxMessageBytes,
      nonPersistentFast,
      compression: compression[0] ?? 'NONE',
      lastCompression: session.lastCompression,
      headerCompression: headerCompression[0] ?? 'NONE',
    },
    monitored: session.monitor.read(),
  }
}
