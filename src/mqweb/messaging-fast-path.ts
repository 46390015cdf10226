/**
 * Serves the routes that the table of routes marks with `'fast path'`, without the router: a lookup from the request
 * target to the handler. Most requests are messaging requests, and the router costs them more than any other step
 * before the queue manager. Requests whose path contains any other character than the plain ones take the router.
 */
import type { FastPathHandler } from '../http/fast-path/fast-path-server.ts'
import type { RestRoute } from './context/rest-context.ts'
import { restDialects, restVersions } from './context/rest-dialect.ts'
import type { RestServices } from './context/rest-services.ts'
import { createRouteListener, type RouteListener } from './http/route-listener.ts'

/** Matches a path parameter in which every character stands for itself. */
const plainParameter = '([A-Za-z0-9._]+)'
/** The maximum number of request targets that the lookup caches. */
const maxCachedTargets = 1000

/** The listeners of one resource by HTTP method. */
type MethodListeners = Map<string, RouteListener>

/** The resources that share a path template: one for each dialect and version. */
interface FastPathTemplate {
  /** Matches a request target and captures path prefix, version, path parameters and query string. */
  readonly pattern: RegExp
  readonly parameterNames: readonly string[]
  /** The listeners by `resourceKey`. */
  readonly resources: Map<string, MethodListeners>
}

/** A request target with the resource that it names. */
interface FastPathTarget {
  readonly listeners: MethodListeners
  readonly path: string
  readonly search: string
  readonly params: Readonly<Record<string, string>>
}

/** Creates the fast path of the marked routes. Throws for a marked route with a wildcard in its path. */
export function createMessagingFastPath(routes: readonly RestRoute[], services: RestServices): FastPathHandler {
  const findTarget = cacheTargets(buildTemplates(routes, services))

  return {
    accepts: (method, target) => findTarget(target)?.listeners.has(method) === true,

    handle(request, response) {
      const { listeners, path, search, params } = findTarget(request.url as string) as FastPathTarget
      const listener = listeners.get(request.method as string) as RouteListener
      void listener({ request, response, path, search, params })
    },
  }
}

function buildTemplates(routes: readonly RestRoute[], services: RestServices): FastPathTemplate[] {
  const templates = new Map<string, FastPathTemplate>()
  for (const route of routes) {
    const [method, path, versions, , , mark] = route
    if (mark !== 'fast path') continue
    const template = templates.get(path) ?? createTemplate(path)
    templates.set(path, template)
    for (const dialect of restDialects) {
      for (const version of restVersions.filter(({ number }) => versions.includes(number))) {
        const key = resourceKey(dialect.pathPrefix, String(version.number))
        const listeners: MethodListeners = template.resources.get(key) ?? new Map()
        const mount = { dialect, version, application: 'rest' } as const
        template.resources.set(key, listeners.set(method, createRouteListener(route, mount, services)))
      }
    }
  }
  return [...templates.values()]
}

function createTemplate(path: string): FastPathTemplate {
  if (path.includes('*')) throw new Error(`the fast path cannot serve ${path}: it has a wildcard`)
  const prefixes = restDialects.map(({ pathPrefix }) => pathPrefix).join('|')
  const source = path.replace(/:\w+/g, plainParameter)
  return {
    pattern: new RegExp(`^(${prefixes})/v(\\d)${source}(?:\\?(.*))?$`),
    parameterNames: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
    resources: new Map(),
  }
}

/** Returns a function that finds the target of a request, or undefined for a request that takes the router. */
function cacheTargets(templates: readonly FastPathTemplate[]): (requestTarget: string) => FastPathTarget | undefined {
  const cached = new Map<string, FastPathTarget>()

  return function findTarget(requestTarget) {
    const known = cached.get(requestTarget)
    if (known) return known

    for (const template of templates) {
      const match = template.pattern.exec(requestTarget)
      if (!match) continue
      const target = parseTarget(requestTarget, match, template)
      if (target?.search !== '') return target
      if (cached.size >= maxCachedTargets) cached.clear() // an attacker can fill the cache for a moment only
      cached.set(requestTarget, target)
      return target
    }
    return undefined
  }
}

function parseTarget(
  requestTarget: string,
  [, prefix = '', version = '', ...captured]: RegExpExecArray,
  { parameterNames, resources }: FastPathTemplate,
): FastPathTarget | undefined {
  const listeners = resources.get(resourceKey(prefix, version))
  if (!listeners) return undefined
  const search = captured[parameterNames.length] ?? ''
  const params: Record<string, string> = {}
  for (const [index, name] of parameterNames.entries()) params[name] = captured[index] as string
  const path = search === '' ? requestTarget : requestTarget.slice(0, -search.length - 1)
  return { listeners, path, search, params }
}

function resourceKey(pathPrefix: string, version: string): string {
  return `${pathPrefix} ${version}`
}
