/**
 * The connections of one edition of the gateway, for each origin and TLS profile; opened when first used.
 */
import type { TlsProfile } from '../../config/types/index.ts'
import { type Connections, type OpenConnections, openConnections } from '../../http/client/index.ts'
import { readTlsFiles } from '../../lib/files/tls-files.ts'

/** The connections to an origin. Throws when the TLS profile's files cannot be read; the next call tries again. */
export type GetConnections = () => Connections

export interface UpstreamConnections {
  /** The connections to an origin; the same for the same origin and profile. */
  find(origin: string, profile: TlsProfile | undefined): GetConnections
  /** Is called when the upstreams close. */
  onClose(close: () => void): void
  /** Lets exchanges under way finish. */
  close(): Promise<void>
}

export function openUpstreamConnections(open: OpenConnections = openConnections): UpstreamConnections {
  const known = new Map<string, GetConnections>()
  const opened: Connections[] = []
  const closers: (() => void)[] = []

  return {
    find(origin, profile) {
      const key = `${origin} ${profile?.name ?? ''}`
      let connect = known.get(key)
      if (!connect) {
        connect = once(() => {
          const connections = open(origin, { tls: profile && readTlsFiles(profile) })
          opened.push(connections)
          return connections
        })
        known.set(key, connect)
      }
      return connect
    },

    onClose(close) {
      closers.push(close)
    },

    async close() {
      for (const close of closers) close()
      await Promise.all(opened.map((connections) => connections.close()))
    },
  }
}

function once(open: GetConnections): GetConnections {
  let connections: Connections | undefined
  return () => {
    connections ??= open()
    return connections
  }
}
