/**
 * The way that messages take, which are most of all requests: from the listener to the handler of their route, past the
 * router that every other resource is found by. What is spelt in any other way than the usual one is left to that.
 */
import type { PlainService } from '../http/plain/plain-server.ts'
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

/** Serves what a message is put, got, browsed or listed by. */
export function straight(services: Services): PlainService {
  const known = new Map<string, Serve>()
  for (const dialect of dialects) {
    for (const version of versions) {
      for (const route of routes) {
        const [method, path, available] = route
        if (!path.startsWith(below) || !available.includes(version.number)) continue
        const key = keyOf(method, dialect.prefix, String(version.number), path.slice(below.length))
        known.set(key, serve(route, { dialect, version, application: 'rest' }, services))
      }
    }
  }

  return {
    wants(method, target) {
      const parts = partsOf(target)
      return parts !== undefined && known.has(`${method} ${parts.route}`)
    },

    serve(request, response) {
      const { route, path, search, params } = partsOf(request.url as string) as Parts
      const serve = known.get(`${request.method} ${route}`) as Serve
      serve({ request, response, path, search, params })
    },
  }
}

interface Parts {
  readonly route: string
  readonly path: string
  readonly search: string
  readonly params: Readonly<Record<string, string>>
}

/** Clients ask for few resources, and each of them often. */
const remembered = new Map<string, Parts>()
const most = 1000

function partsOf(url: string): Parts | undefined {
  const before = remembered.get(url)
  if (before) return before
  const match = shape.exec(url)
  if (!match) return undefined

  const [, prefix = '', version = '', qmgr = '', queue = '', last = '', search = ''] = match
  const path = search === '' ? url : url.slice(0, -search.length - 1)
  const parts = { route: routeOf(prefix, version, last), path, search, params: { qmgr, queue } }
  if (search === '' && remembered.size < most) remembered.set(url, parts)
  return parts
}

function keyOf(method: string, prefix: string, version: string, last: string): string {
  return `${method} ${routeOf(prefix, version, last)}`
}

function routeOf(prefix: string, version: string, last: string): string {
  return `${prefix} ${version} ${last}`
}
