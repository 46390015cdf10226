/**
 * The connections of one edition of the gateway: a pool for each origin and TLS profile, opened when first used.
 */
import { type Dispatcher, Pool } from 'undici'

import type { TlsProfile } from '../../config/types.ts'
import { tlsOptions } from './tls.ts'

/** Connections to one origin. */
export interface Upstream {
  readonly origin: string
  /** Throws when the TLS profile's files cannot be read; the next call tries again. */
  dispatcher(): Dispatcher
}

export interface Upstreams {
  /** The upstream for an origin; the same for the same origin and profile. */
  find(origin: string, profile: TlsProfile | undefined): Upstream
  /** Lets exchanges under way finish. */
  close(): Promise<void>
}

const connectTimeoutMs = 10_000
const maxConnections = 1_024

export function openUpstreams(): Upstreams {
  const upstreams = new Map<string, Upstream>()
  const pools: Pool[] = []

  return {
    find(origin, profile) {
      const key = `${origin} ${profile?.name ?? ''}`
      let upstream = upstreams.get(key)
      if (!upstream) {
        upstream = open(origin, profile)
        upstreams.set(key, upstream)
      }
      return upstream
    },

    async close() {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }

  function open(origin: string, profile: TlsProfile | undefined): Upstream {
    let pool: Pool | undefined
    return {
      origin,
      dispatcher() {
        if (!pool) {
          pool = openPool(origin, profile)
          pools.push(pool)
        }
        return pool
      },
    }
  }
}

function openPool(origin: string, profile: TlsProfile | undefined): Pool {
  return new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    allowH2: false,
    // An exchange has its own timer, which knows whose turn it is to send.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
    connect: { timeout: connectTimeoutMs, ...(profile ? tlsOptions(profile) : {}) },
  })
}
