/**
 * The router of the REST APIs: finds the resource of a request by its path, and the listener by its method. Requests below
 * the path of an API that name no resource get an error of that API.
 *
 * Most requests are messaging requests. Those of routes with the mark `'fast path'`, whose path has plain characters only,
 * are served directly from the connections that the HTTP fast path reads, and their targets are kept.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastPathHandler } from '../../../shared/http/fast-path/fast-path-server.ts'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import { decodePercent } from '../../../shared/lib/text/decode-percent.ts'
import { emptyResponse, type RestRoute, type RestServices } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { authorizeRequest } from './authorize-request.ts'
import { isPreflight, renderPreflightHeaders } from './cors.ts'
import { runInErrorBoundary } from './error-boundary.ts'
import { createRouteListener, type RouteListener, type RouteMount, renderMountCorsHeaders } from './route-listener.ts'

/** Routes with the path below which they are, `/ibmmq/rest/v2`, and that of their whole API, `/ibmmq/rest`. */
export interface RouteTable extends RouteMount {
  readonly api: string
  readonly prefix: string
  readonly routes: readonly RestRoute[]
}

interface Resource {
  readonly pattern: RegExp
  readonly parameterNames: readonly string[]
  readonly listeners: Map<string, RouteListener>
  readonly fastMethods: Set<string>
}

/** A request target with the resources that it may name. */
interface Target {
  readonly path: string
  readonly search: string
  readonly isPlain: boolean
  readonly found: readonly { readonly resource: Resource; readonly params: Readonly<Record<string, string>> }[]
}

/** Matches a target in whose path every character stands for itself. */
const plainTarget = /^(?:\/[A-Za-z0-9._]+)+(?:\?|$)/
const maxKeptTargets = 1000

export interface RestRouter {
  readonly handler: RequestListener
  readonly fastPath: FastPathHandler
}

/** Creates the router. Requests that are not below an API go to `next`. */
export function createRestRouter(
  tables: readonly RouteTable[],
  services: RestServices,
  next: (request: IncomingMessage, response: ServerResponse, path: string) => void,
): RestRouter {
  const built = tables.map(({ prefix, ...table }) => ({ prefix, resources: buildResources(table, services) }))
  const kept = new Map<string, Target>()

  function findTarget(url: string): Target {
    const known = kept.get(url)
    if (known) return known
    const { path, search } = splitUrl(url)
    const table = built.find(({ prefix }) => isBelow(prefix, path))
    const found = table ? matchResources(table.resources, path.slice(table.prefix.length)) : []
    const target = { path, search, isPlain: plainTarget.test(url), found }
    if (search !== '' || !target.isPlain || found.length === 0) return target
    if (kept.size >= maxKeptTargets) kept.clear() // an attacker can fill it for a moment only
    kept.set(url, target)
    return target
  }

  /** Returns false for a request that no route serves. */
  function serve(request: IncomingMessage, response: HttpResponse): boolean {
    const { path, search, found } = findTarget(request.url as string)
    const method = request.method as string
    const match = found.find(({ resource }) => resource.listeners.has(method))
    void match?.resource.listeners.get(method)?.({ request, response, path, search, params: match.params })
    return match !== undefined
  }

  return {
    fastPath: {
      accepts(method, url) {
        const { isPlain, found } = findTarget(url)
        return isPlain && found.some(({ resource }) => resource.fastMethods.has(method))
      },
      handle: serve,
    },

    handler(request, response) {
      const target = findTarget(request.url as string)
      const table = tables.find(({ api }) => isBelow(api, target.path))
      if (!table) next(request, response, target.path)
      else if (!serve(request, response)) void rejectUnmatched(request, response, target, table, services)
    },
  }
}

function buildResources({ routes, ...mount }: Omit<RouteTable, 'prefix'>, services: RestServices): Resource[] {
  const resources = new Map<string, Resource>()
  for (const route of routes) {
    const [method, path, , , , mark] = route
    const resource = resources.get(path) ?? createResource(path)
    resources.set(path, resource)
    const listener = createRouteListener(route, mount, services)
    resource.listeners.set(method, listener)
    if (method === 'GET') resource.listeners.set('HEAD', listener)
    if (mark === 'fast path') resource.fastMethods.add(method)
  }
  return [...resources.values()]
}

/** `:name` stands for a segment of the path, `*name` for one or more. */
function createResource(template: string): Resource {
  const source = template.replace(/:\w+/g, '([^/]+)').replace(/\*\w+/g, '(.+)')
  const parameterNames = [...template.matchAll(/[:*](\w+)/g)].map(([, name]) => name as string)
  return { pattern: new RegExp(`^${source}/?$`), parameterNames, listeners: new Map(), fastMethods: new Set() }
}

function matchResources(resources: readonly Resource[], path: string): Target['found'] {
  return resources.flatMap((resource) => {
    const match = resource.pattern.exec(path)
    if (!match) return []
    // A parameter that cannot be decoded stays, and the listener refuses the path.
    const params = resource.parameterNames.map(
      (name, index) => [name, decodePercent(match[index + 1] as string)] as const,
    )
    return [{ resource, params: Object.fromEntries(params) }]
  })
}

/** Returns the path and the query of a request target, which may be a whole URL. */
function splitUrl(url: string): { path: string; search: string } {
  const { pathname, search } = url.startsWith('/') ? { pathname: url, search: '' } : (URL.parse(url) ?? new URL('a:/'))
  const whole = pathname + search
  const end = whole.indexOf('?')
  return end < 0 ? { path: whole, search: '' } : { path: whole.slice(0, end), search: whole.slice(end + 1) }
}

/** Answers a request without a route: a CORS preflight, 405 for another method of a resource, otherwise 404. */
async function rejectUnmatched(
  request: IncomingMessage,
  response: ServerResponse,
  { path, found }: Target,
  table: RouteTable,
  services: RestServices,
): Promise<void> {
  const { dialect, application } = table
  const cors = renderMountCorsHeaders(table, request, services)
  const work = async () => {
    if (isPreflight(request) && cors)
      return emptyResponse(200, renderPreflightHeaders(request, services.settings().properties, dialect))
    await authorizeRequest(request, path, 'signedIn', dialect, services, application)

    const methods = new Set(found.flatMap(({ resource }) => [...resource.listeners.keys()]))
    if (methods.size === 0) throw new RestError('MQWB0010E', [path])
    const headers = { Allow: [...methods].sort().join(', ') }
    throw new RestError('MQWB2005E', [request.method as string, path], { headers })
  }
  await runInErrorBoundary(request, response, services, work, cors)
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}
