/** The partner of a session, before and after the handshake. */
import { randomBytes } from 'node:crypto'
import { parseConnectionNames, parseLocalAddresses } from '../../../manager/channels/addresses.ts'
import type { TlsStatus } from '../../../manager/types/network.ts'
import type { ObjectRecord } from '../../../manager/types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeFrame, encodeJsonFrame, frameTypes } from '../protocol/frames.ts'
import {
  type ChannelLimits,
  type Hello,
  type MessageChannelType,
  ownProduct,
  parseRefusal,
  parseWelcome,
  type Welcome,
} from '../protocol/handshake.ts'
import { dial, renderConnectionName } from '../transport/dial.ts'
import { FrameConnection, handshakeTimeoutMs } from '../transport/frame-connection.ts'
import { buildTlsOptions, checkTls } from '../transport/tls-session.ts'
import { checkSupported, readLimits, readNumber, readText } from './channel-attributes.ts'
import type { MessageChannel } from './message-channel.ts'
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

/** A partner that has connected to a listener and said hello. */
export interface AcceptedPartner {
  readonly connection: FrameConnection
  readonly hello: Hello
  /** `host(port)`. */
  readonly connectionName: string
  readonly tls: TlsStatus | undefined
  /** The user that channel authentication records map the partner to; empty for the user of the channel. */
  readonly userId: string
}

/** A channel that a partner may connect to. */
export interface AcceptingChannel extends MessageChannel {
  /** Runs a session with the partner and resolves when it has ended. Rejects with the error that ended it. */
  accept(partner: AcceptedPartner): Promise<void>
}

/** A partner that this side has called and that responded. */
export type CalledPartner = Omit<AcceptedPartner, 'hello' | 'userId'> & { readonly welcome: Welcome }

export interface CallOptions {
  readonly purpose: Hello['purpose']
  readonly resetTo: number | undefined
  readonly signal: AbortSignal
}

/** Connects to the partner of a channel and exchanges the first frames. Rejects with a `ChannelError`. */
export async function callPartner(
  definition: ObjectRecord,
  { purpose, resetTo, signal }: CallOptions,
  deps: SessionDeps,
): Promise<CalledPartner> {
  const { attributes, name } = definition
  const { addresses, local } = readAddresses(definition)
  const tlsOptions = buildTlsOptions(definition, deps.tls)
  const { socket, address } = await dial({ addresses, local, tls: tlsOptions, timers: deps.timers, signal })
  applyKeepAlive(socket, attributes)
  const connection = new FrameConnection(socket, deps)
  const abort = () => connection.destroy(new ChannelError('ENDING', 'the channel was stopped'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    const tls = checkTls(definition, socket, { accepted: false })
    const hello: Hello = {
      channel: name,
      type: definition.type as MessageChannelType,
      queueManager: deps.manager,
      purpose,
      ...ownProduct,
      ...readLimits(attributes),
      resetTo,
    }
    connection.send(encodeJsonFrame(frameTypes.hello, hello))
    const { type, payload } = await connection.next(handshakeTimeoutMs)
    if (type === frameTypes.refusal) throw parseRefusal(payload)
    if (type !== frameTypes.welcome) throw unexpected(type)
    return { connection, welcome: parseWelcome(payload), connectionName: renderConnectionName(address), tls }
  } catch (error) {
    connection.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Sends the response to a partner's hello. */
export function welcomePartner(
  connection: FrameConnection,
  limits: ChannelLimits,
  { manager }: SessionDeps,
  more: Partial<Pick<Welcome, 'callsBack' | 'resetTo'>> = {},
): void {
  const welcome = { queueManager: manager, ...ownProduct, ...limits, callsBack: false, ...more }
  connection.send(encodeJsonFrame(frameTypes.welcome, welcome))
}

export function applyKeepAlive(socket: FrameConnection['socket'], attributes: ObjectRecord['attributes']): void {
  const heartbeatSeconds = readNumber(attributes, 'HBINT', 300)
  const seconds = readNumber(attributes, 'KAINT', heartbeatSeconds > 0 ? heartbeatSeconds + 60 : 0)
  socket.setKeepAlive(seconds > 0, seconds * 1000)
}

function readAddresses(definition: ObjectRecord) {
  try {
    return {
      addresses: parseConnectionNames(readText(definition.attributes, 'CONNAME')),
      local: parseLocalAddresses(readText(definition.attributes, 'LOCLADDR')),
    }
  } catch (error) {
    const text = `${definition.name} cannot start: ${(error as Error).message}`
    throw new ChannelError('NOT_SUPPORTED', text, { isFinal: true })
  }
}
