/** Accepts the connections of a listener: finds out what the partner speaks, and hands it to the channel it names. */
import type { Socket } from 'node:net'
import type { Channel } from '../../../manager/channels/channel.ts'
import type { ObjectRecord } from '../../../manager/types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { frameTypes } from '../protocol/frames.ts'
import { type MessageChannelType, parseHello } from '../protocol/handshake.ts'
import { FrameConnection, handshakeTimeoutMs } from '../transport/frame-connection.ts'
import { acceptTls, checkTls } from '../transport/tls-session.ts'
import { authenticatePartner, checkAddress } from './channel-access.ts'
import { type AcceptingChannel, applyKeepAlive } from './partner.ts'
import type { SessionDeps } from './session-deps.ts'
import { refuse, unexpected } from './session-end.ts'

export interface AcceptorDeps extends SessionDeps {
  readonly channels: {
    /** Throws an `MqError` when there is no such channel or its type has no sessions. */
    find(name: string): Channel
  }
}

/** The channel types that a caller of each type may connect to. */
const partnerTypes: Readonly<Record<MessageChannelType, readonly string[]>> = {
  SDR: ['RCVR', 'RQSTR'],
  SVR: ['RCVR', 'RQSTR'],
  RQSTR: ['SVR', 'SDR'],
  RCVR: [],
}

const firstByteOfTls = 0x16

/** Serves a connection until it ends; calls `onEstablished` when a channel has it. Rejects with the error of its end. */
export async function acceptConnection(socket: Socket, onEstablished: () => void, deps: AcceptorDeps): Promise<void> {
  socket.on('error', () => undefined) // the connection reports it
  const address = readAddress(socket)
  try {
    checkAddress(address, deps)
  } catch (error) {
    socket.destroy()
    throw error
  }
  const connection = new FrameConnection(await openTls(socket, deps), deps)
  let established = ''
  try {
    const { type, payload } = await connection.next(handshakeTimeoutMs)
    if (type !== frameTypes.hello) throw unexpected(type)
    const hello = parseHello(payload)
    const definition = findDefinition(hello.channel, hello.type, deps)
    applyKeepAlive(connection.socket, definition.attributes)
    const tls = checkTls(definition, connection.socket, { accepted: true })
    const channel = deps.channels.find(hello.channel) as AcceptingChannel
    const caller = { address, queueManager: hello.queueManager, tls }
    const userId = await authenticatePartner(definition, caller, deps)
    onEstablished()
    established = hello.channel
    await channel.accept({ connection, hello, connectionName: address, tls, userId })
  } catch (error) {
    refuse(connection, error)
    if (established) {
      const details = { channel: established, address, error: (error as Error).message }
      deps.log.warn(details, 'the session of the channel ended with an error')
    }
    throw error
  }
}

/** Starts TLS when the first byte of the partner says so. */
async function openTls(socket: Socket, deps: AcceptorDeps): Promise<Socket> {
  return (await readFirstByte(socket, deps)) === firstByteOfTls ? acceptTls(socket, deps.tls) : socket
}

/** Resolves with the first byte, which stays in the socket, or undefined when the partner sent none. */
function readFirstByte(socket: Socket, { timers }: AcceptorDeps): Promise<number> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      cancel()
      socket.off('readable', read)
      socket.off('end', end)
      socket.off('error', fail)
    }
    const read = () => {
      const chunk = socket.read() as Buffer | null
      if (chunk === null) return
      finish()
      socket.unshift(chunk)
      resolve(chunk[0] as number)
    }
    const fail = (error: Error) => {
      finish()
      socket.destroy()
      reject(error)
    }
    const end = () => fail(new ChannelError('ENDING', 'the partner sent nothing'))
    const cancel = timers.after(handshakeTimeoutMs, () =>
      fail(new ChannelError('TIMEOUT', `the partner sent nothing within ${handshakeTimeoutMs / 1000} s`)),
    )
    socket.on('readable', read)
    socket.once('end', end)
    socket.once('error', fail)
  })
}

function findDefinition(name: string, caller: MessageChannelType, deps: AcceptorDeps): ObjectRecord {
  const definition = deps.objects.find('channel', name)
  if (!definition) throw new ChannelError('CHANNEL_NOT_FOUND', `${deps.manager} has no channel ${name}`)
  if (!partnerTypes[caller].includes(definition.type)) {
    const expected = partnerTypes[caller].join(' or ')
    const text = `${name} of ${deps.manager} is a ${definition.type} channel; a ${caller} channel connects to ${expected}`
    throw new ChannelError('WRONG_CHANNEL_TYPE', text)
  }
  return definition
}

function readAddress(socket: Socket): string {
  const { remoteAddress = '' } = socket
  return remoteAddress.replace(/^::ffff:/, '')
}
