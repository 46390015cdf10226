/**
 * The way that messages take, which are most of all requests: from the listener to the handler of their route, past the
 * router that every other resource is found by. What is spelt in any other way than the usual one is left to that.
 */
import type { RequestListener } from 'node:http'

import { dialects } from './dialect.ts'
import { routes } from './routes.ts'
import { type Serve, serve } from './serve.ts'
import type { Services } from './services.ts'
import { versions } from './version.ts'

/** The routes that go straight; the last word of their path tells them apart. */
const below = '/messaging/qmgr/:qmgr/queue/:queue/'
/** Names of plain letters stand for themselves. */
const shape =
  /^(\/[a-z]+\/rest)\/v([1-3])\/messaging\/qmgr\/([A-Za-z0-9._]+)\/queue\/([A-Za-z0-9._]+)\/([a-z]+)(?:\?(.*))?$/

/** Serves what a message is put, got, browsed or listed by; `next` gets all other requests. */
export function straight(services: Services, next: RequestListener): RequestListener {
  const known = new Map<string, Serve>()
  for (const dialect of dialects) {
    for (const version of versions) {
      for (const route of routes) {
        const [method, path, available] = route
        if (!path.startsWith(below) || !available.includes(version.number)) continue
        const key = keyOf(method, dialect.prefix, String(version.number), path.slice(below.length))
        known.set(key, serve(route, dialect, version, services))
      }
    }
  }

  return (request, response) => {
    const [, prefix = '', version = '', qmgr = '', queue = '', last = '', search = ''] =
      shape.exec(request.url as string) ?? []
    const found = prefix && known.get(keyOf(request.method as string, prefix, version, last))
    if (!found) return next(request, response)

    const path =
      search === '' ? (request.url as string) : (request.url as string).slice(0, -search.length - 1)
    found({ request, response, path, search, params: { qmgr, queue } })
  }
}

function keyOf(method: string, prefix: string, version: string, last: string): string {
  return `${method} ${prefix} ${version} ${last}`
}
