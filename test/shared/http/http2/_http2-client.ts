/** A listener with HTTP/2, and clients of it: Node's own, and one that sends frames byte by byte. */
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import type { ExecutionContext } from 'ava'
import { type Listener, type ListenerOptions, openListener } from '../../../../src/shared/http/listener/listener.ts'
import { certificate } from '../../../_support/certificates.ts'

const pair = certificate('localhost')

export async function listen(t: ExecutionContext, options: Partial<ListenerOptions>): Promise<Listener> {
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: (_, response) => response.end('handler'),
    http2: true,
    ...options,
    tls: { ...(await pair), ...options.tls },
  })
  t.teardown(() => listener.close(0))
  return listener
}

export function openSession(
  t: ExecutionContext,
  { port }: { port: number },
  tls: ConnectionOptions = {},
): ClientHttp2Session {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, ...tls })
  session.on('error', () => {})
  t.teardown(() => session.destroy())
  return session
}

export interface Answer {
  headers: IncomingHttpHeaders
  body: string
  trailers: IncomingHttpHeaders | undefined
}

/** Sends a request and reads its response. Rejects when the stream is reset. */
export async function ask(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders = {},
  body?: string | Buffer,
): Promise<Answer> {
  const stream = session.request({ ':path': '/', ...headers }, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  let trailers: IncomingHttpHeaders | undefined
  stream.on('trailers', (received) => {
    trailers = received
  })
  const head = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once('response', resolve).once('error', reject)
    stream.once('close', () => reject(new Error(`the stream was closed with code ${stream.rstCode}`)))
  })
  const headersOfResponse = await head
  return { headers: headersOfResponse, body: await text(stream), trailers }
}

export const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7, window: 8, continuation: 9 }
export const flags = { endStream: 1, endHeaders: 4, ack: 1 }

export interface Frame {
  type: number
  flags: number
  stream: number
  payload: Buffer
}

export function frame(type: number, frameFlags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = frameFlags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A literal header of HPACK without indexing: RFC 7541 section 6.2.2. Texts are shorter than 127 bytes. */
export function literal(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ])
}

/** The head of `GET /path` in the static table of HPACK: `:method: GET`, `:scheme: https`, and two literals. */
export const getHead = (path = '/') =>
  Buffer.concat([Buffer.from([0x82, 0x87]), literal(':path', path), literal(':authority', 'x')])

export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

export interface RawConnection {
  socket: TLSSocket
  send(...frames: Buffer[]): void
  /** The frames that have arrived. */
  frames: Frame[]
  /** Resolves with the first frame that matches, also a later one; rejects when the connection closes before. */
  find(matches: (frame: Frame) => boolean): Promise<Frame>
  closed: Promise<void>
}

/** Opens a connection that has sent its preface and empty settings. */
export async function openRaw(t: ExecutionContext, { port }: Listener): Promise<RawConnection> {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] })
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('secureConnect', resolve))
  const frames: Frame[] = []
  const waiting = new Set<{
    matches: (frame: Frame) => boolean
    resolve(frame: Frame): void
    reject(error: Error): void
  }>()
  let pending: Buffer = Buffer.alloc(0)
  socket.on('data', (part: Buffer) => {
    pending = Buffer.concat([pending, part])
    while (pending.length >= 9 && pending.length >= 9 + pending.readUIntBE(0, 3)) {
      const length = pending.readUIntBE(0, 3)
      const arrived = {
        type: pending[3] as number,
        flags: pending[4] as number,
        stream: pending.readUInt32BE(5),
        payload: pending.subarray(9, 9 + length),
      }
      frames.push(arrived)
      for (const each of waiting) if (each.matches(arrived)) each.resolve(arrived)
      pending = pending.subarray(9 + length)
    }
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve()
      for (const each of waiting) each.reject(new Error('the connection was closed'))
    })
  })
  const send = (...sent: Buffer[]) => void socket.write(Buffer.concat(sent))
  send(preface, frame(frameTypes.settings, 0, 0))
  return {
    socket,
    send,
    frames,
    closed,
    find(matches) {
      const known = frames.find(matches)
      if (known) return Promise.resolve(known)
      return new Promise((resolve, reject) => waiting.add({ matches, resolve, reject }))
    },
  }
}
