/**
 * Loads the classes of undici that are used here, at the first request. The entry point of undici also loads
 * fetch, caches and mocks, and half of the gateway's processes send no request through undici.
 */
import { createRequire } from 'node:module'

import type * as undici from 'undici'

export interface UndiciClasses {
  Client: typeof undici.Client
  Pool: typeof undici.Pool
}

let loaded: UndiciClasses | undefined

/** Returns the classes. The first call takes about 50 ms. */
export function loadUndici(): UndiciClasses {
  if (loaded) return loaded
  const load = createRequire(import.meta.url)
  loaded = {
    Client: load('undici/lib/dispatcher/client.js') as typeof undici.Client,
    Pool: load('undici/lib/dispatcher/pool.js') as typeof undici.Pool,
  }
  return loaded
}
