/**
 * The way that messages take, which are most of all requests: from the listener to the handler of their route, past the
 * router that every other resource is found by. What is spelt in any other way than the usual one is left to that.
 */
import type { PlainService } from '../http/fast-path/fast-path-server.ts'
import { restDialects } from './context/rest-dialect.ts'
import type { RestServices } from './context/rest-services.ts'
import { restVersions } from './context/rest-version.ts'
import { createRouteListener, type RouteListener } from './http/route-listener.ts'
import { restRoutes } from './routes.ts'

/** The routes that go straight; the last word of their path tells them apart. */
const below = '/messaging/qmgr/:qmgr/queue/:queue/'
/** Names of plain letters stand for themselves. */
const shape =
  /^(\/[a-z]+\/rest)\/v([1-3])\/messaging\/qmgr\/([A-Za-z0-9._]+)\/queue\/([A-Za-z0-9._]+)\/([a-z]+)(?:\?(.*))?$/

/** Serves what a message is put, got, browsed or listed by. */
export function createMessagingFastPath(services: RestServices): PlainService {
  const resources = new Map<string, Methods>()
  for (const dialect of restDialects) {
    for (const version of restVersions) {
      for (const route of restRoutes) {
        const [method, path, available] = route
        if (!path.startsWith(below) || !available.includes(version.number)) continue
        const name = nameOf(dialect.pathPrefix, String(version.number), path.slice(below.length))
        const methods = resources.get(name) ?? new Map<string, RouteListener>()
        resources.set(
          name,
          methods.set(
            method,
            createRouteListener(route, { dialect, version, application: 'rest' }, services),
          ),
        )
      }
    }
  }
  const targets = rememberTargets(resources)

  return {
    wants: (method, target) => targets(target)?.methods.has(method) === true,

    serve(request, response) {
      const { methods, path, search, params } = targets(request.url as string) as Target
      const serve = methods.get(request.method as string) as RouteListener
      serve({ request, response, path, search, params })
    },
  }
}

type Methods = Map<string, RouteListener>

interface Target {
  readonly methods: Methods
  readonly path: string
  readonly search: string
  readonly params: Readonly<Record<string, string>>
}

/** Clients ask for few resources, and each of them often. */
const most = 1000

/** What a request target leads to; undefined for one that does not go straight. */
function rememberTargets(resources: ReadonlyMap<string, Methods>): (url: string) => Target | undefined {
  const remembered = new Map<string, Target>()

  return function target(url) {
    const before = remembered.get(url)
    if (before) return before
    const match = shape.exec(url)
    if (!match) return undefined

    const [, prefix = '', version = '', qmgr = '', queue = '', last = '', search = ''] = match
    const methods = resources.get(nameOf(prefix, version, last))
    if (!methods) return undefined
    const path = search === '' ? url : url.slice(0, -search.length - 1)
    const target = { methods, path, search, params: { qmgr, queue } }
    if (search !== '') return target
    if (remembered.size >= most) remembered.clear() // nobody fills it for good with what he makes up
    remembered.set(url, target)
    return target
  }
}

function nameOf(prefix: string, version: string, last: string): string {
  return `${prefix} ${version} ${last}`
}
