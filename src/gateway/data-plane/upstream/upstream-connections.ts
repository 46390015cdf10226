/** The connections of one revision of the gateway: one pool for each origin and TLS profile, opened at first use. */
import {
  type ConnectionPool,
  type OpenConnectionPool,
  openConnectionPool,
  openHttp2Pool,
} from '../../../shared/http/client/index.ts'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { readTlsFiles } from '../../../shared/lib/files/tls-files.ts'
import type { TlsProfile } from '../../config/types/index.ts'

/** Returns the connections to an origin. Throws when TLS files cannot be read; the next call tries again. */
export type GetConnections = () => ConnectionPool

/** The version of HTTP to an upstream, with the spellings of `http-version`. */
export type UpstreamHttpVersion = 'HTTP/1.1' | 'HTTP/2'

export type UpstreamConnections = ReturnType<typeof openUpstreamConnections>

/** Opens connections to upstreams. Those of `openOffline` stay in the process: it answers requests of every version, and no TLS file is read. */
export function openUpstreamConnections(
  open: OpenConnectionPool = openConnectionPool,
  openOffline?: OpenConnectionPool,
) {
  const known = new Map<string, GetConnections>()
  const opened: ConnectionPool[] = []
  const closers: (() => void)[] = []

  return {
    /** Returns the same function for the same origin, TLS profile, version and timeout. */
    find(
      origin: string,
      profile: TlsProfile | undefined,
      version: UpstreamHttpVersion = 'HTTP/1.1',
      connectTimeoutMs?: number,
    ): GetConnections {
      const key = `${version} ${origin} ${profile?.name ?? ''} ${connectTimeoutMs ?? ''}`
      return getOrCreate(known, key, () =>
        once(() => {
          const openPool = openOffline ?? (version === 'HTTP/2' ? openHttp2Pool : open)
          const tls = openOffline ? undefined : profile && readTlsFiles(profile)
          const connections = openPool(origin, { tls, connectTimeoutMs })
          opened.push(connections)
          return connections
        }),
      )
    },

    /** Registers a function that runs when background work stops. */
    onClose: (close: () => void): void => void closers.push(close),
    stopBackgroundWork,

    /** Waits until requests in flight have ended, then closes the connections. */
    async close(): Promise<void> {
      stopBackgroundWork()
      await Promise.all(opened.map((connections) => connections.close()))
    },
  }

  function stopBackgroundWork(): void {
    for (const close of closers.splice(0)) close()
  }
}

function once(open: GetConnections): GetConnections {
  let connections: ConnectionPool | undefined
  return () => {
    connections ??= open()
    return connections
  }
}
