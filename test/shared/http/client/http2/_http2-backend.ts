/** Backends that speak HTTP/2, over TCP with prior knowledge or over TLS. */
import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { Pair } from '../../../../_support/certificates.ts'

export interface Http2Backend {
  url: string
  sessions: ServerHttp2Session[]
}

export async function startHttp2Backend(
  t: ExecutionContext,
  serve: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, session: number) => void,
  tls?: Pair,
  settings: object = {},
): Promise<Http2Backend> {
  const server = tls ? createSecureServer({ ...tls, settings }) : createServer({ settings })
  const sessions: ServerHttp2Session[] = []
  server.on('session', (session: ServerHttp2Session) => {
    sessions.push(session)
    const own = sessions.length
    session.on('error', () => {})
    session.on('stream', (stream, headers) => {
      stream.on('error', () => {})
      serve(stream, headers, own)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, sessions }
}
