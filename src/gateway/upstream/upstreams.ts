/**
 * The connections of one edition of the gateway: a pool for each origin and TLS profile, opened when first used.
 */
import { connect as connectTls } from 'node:tls'

import { type buildConnector, type Dispatcher, Pool } from 'undici'

import type { TlsProfile } from '../../config/types.ts'
import { readTlsFiles, type TlsMaterial } from '../../lib/tls-files.ts'

/** Opens the pool of an origin, the first time. Throws when the TLS profile's files cannot be read; the next call tries again. */
export type OpenDispatcher = () => Dispatcher

export interface Upstreams {
  /** The connections to an origin; the same for the same origin and profile. */
  find(origin: string, profile: TlsProfile | undefined): OpenDispatcher
  /** Is called when the upstreams close. */
  onClose(close: () => void): void
  /** Lets exchanges under way finish. */
  close(): Promise<void>
}

const connectTimeoutMs = 10_000
const maxConnections = 1_024

export function openUpstreams(): Upstreams {
  const openers = new Map<string, OpenDispatcher>()
  const pools: Pool[] = []
  const closers: (() => void)[] = []

  return {
    find(origin, profile) {
      const key = `${origin} ${profile?.name ?? ''}`
      let opener = openers.get(key)
      if (!opener) {
        opener = openOnce(() => {
          const pool = openPool(origin, profile)
          pools.push(pool)
          return pool
        })
        openers.set(key, opener)
      }
      return opener
    },

    onClose(close) {
      closers.push(close)
    },

    async close() {
      for (const close of closers) close()
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

function openOnce(open: OpenDispatcher): OpenDispatcher {
  let dispatcher: Dispatcher | undefined
  return () => {
    dispatcher ??= open()
    return dispatcher
  }
}

function openPool(origin: string, profile: TlsProfile | undefined): Pool {
  const material = profile && readTlsFiles(profile)
  return new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    allowH2: false,
    // An exchange has its own timer, which knows whose turn it is to send.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
    connect:
      material?.servername === ''
        ? connectWithoutName(material)
        : { timeout: connectTimeoutMs, allowH2: false, ...material },
  })
}

/** For a profile that sends no server name, which the connector of undici always does. */
function connectWithoutName(material: TlsMaterial): buildConnector.connector {
  return ({ hostname, port }, callback) => {
    const socket = connectTls({
      ...material,
      host: hostname,
      port: Number(port) || 443,
      ALPNProtocols: ['http/1.1'],
      timeout: connectTimeoutMs,
    })
    socket.setNoDelay(true)
    socket.once('timeout', () =>
      socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })),
    )
    const fail = (error: Error) => callback(error, null)
    socket.once('error', fail)
    socket.once('secureConnect', () => {
      socket.setTimeout(0)
      socket.off('error', fail)
      callback(null, socket)
    })
  }
}
