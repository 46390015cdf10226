/** Builds the status of one instance of a channel between queue managers. */
import { initialStatus } from '../../../manager/channels/channel.ts'
import type { ChannelState, ChannelStatus } from '../../../manager/types/network.ts'
import type { ChannelLimits, Hello, Welcome } from '../protocol/handshake.ts'
import type { ChannelSession } from './channel-session.ts'
import type { CalledPartner } from './partner.ts'

/** The facts of a session, known once its handshake is complete. */
export type SessionInfo = Readonly<ReturnType<typeof describeSession>>

/** Returns what is known of a session that begins `now`, with the limits that both sides agreed on. */
export function describeSession(
  { connectionName, tls }: Pick<CalledPartner, 'connectionName' | 'tls'>,
  { queueManager: remoteManager, product: remoteProduct, productVersion: remoteVersion }: Hello | Welcome,
  limits: ChannelLimits,
  userId: string,
  now: number,
) {
  return { connectionName, remoteManager, remoteProduct, remoteVersion, limits, tls, userId, startedAt: now }
}

export function buildInstanceStatus(
  session: ChannelSession,
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
