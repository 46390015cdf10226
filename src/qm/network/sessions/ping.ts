/** PING CHANNEL: exchanges data with the partner without beginning a session. */
import { randomBytes } from 'node:crypto'
import type { ObjectRecord } from '../../types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeFrame, encodeJsonFrame, frameTypes } from '../protocol/frames.ts'
import { handshakeTimeoutMs } from '../transport/frame-connection.ts'
import { checkSupported, readLimits } from './channel-attributes.ts'
import { type AcceptedPartner, callPartner, welcomePartner } from './partner.ts'
import type { SessionDeps } from './session-deps.ts'
import { unexpected } from './session-end.ts'

/** Sends `dataLength` random bytes and waits for them to come back. Rejects with a `ChannelError`. */
export async function pingPartner(definition: ObjectRecord, dataLength: number, deps: SessionDeps): Promise<void> {
  checkSupported(definition)
  const { signal } = new AbortController()
  const { connection } = await callPartner(definition, { purpose: 'ping', resetTo: undefined, signal }, deps)
  try {
    const data = randomBytes(dataLength)
    connection.send(encodeFrame(frameTypes.ping, data))
    const { type, payload } = await connection.next(handshakeTimeoutMs)
    if (type !== frameTypes.pong) throw unexpected(type)
    if (!payload.equals(data)) throw new ChannelError('PROTOCOL_ERROR', 'the partner sent back other data')
    connection.send(encodeJsonFrame(frameTypes.close, { reason: 'ping' }))
  } finally {
    connection.end()
  }
}

/** Responds to the ping of a partner. Rejects with a `ChannelError`. */
export async function answerPing(
  { connection }: AcceptedPartner,
  definition: ObjectRecord,
  deps: SessionDeps,
): Promise<void> {
  welcomePartner(connection, readLimits(definition.attributes), deps)
  const { type, payload } = await connection.next(handshakeTimeoutMs)
  if (type !== frameTypes.ping) throw unexpected(type)
  connection.send(encodeFrame(frameTypes.pong, payload))
  connection.end()
}
