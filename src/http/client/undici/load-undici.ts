/**
 * The parts of undici that are used here, loaded at the first request: its own entry point brings in fetch, caches and
 * mocks besides, and half of the gateway's processes send no request through it.
 */
import { createRequire } from 'node:module'

import type * as undici from 'undici'

export interface UndiciClasses {
  Client: typeof undici.Client
  Pool: typeof undici.Pool
}

let loaded: UndiciClasses | undefined

/** Takes some 50 ms the first time. */
export function loadUndici(): UndiciClasses {
  if (loaded) return loaded
  const load = createRequire(import.meta.url)
  loaded = {
    Client: load('undici/lib/dispatcher/client.js') as typeof undici.Client,
    Pool: load('undici/lib/dispatcher/pool.js') as typeof undici.Pool,
  }
  return loaded
}
