/** Finds the mount of a request: an OAuth provider, a developer portal or the metadata of an API beside the data plane. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProtectedResource } from '../../data-plane/index.ts'
import type { OauthProvider } from '../../oauth/index.ts'

/** Serves the requests at and below its path. */
export interface Mount {
  handle(request: IncomingMessage, response: ServerResponse): unknown
}

/** Finds the mount of a request target; undefined when no mount is there. */
export type FindMount = (target: string) => Mount | undefined

export interface MountLists {
  providers: readonly Pick<OauthProvider, 'mountPaths' | 'wellKnownPath' | 'handle'>[]
  portals: readonly (Mount & { path: string })[]
  resources: readonly ProtectedResource[]
}

export type Mounts = ReturnType<typeof buildMounts>

/** Builds the look-ups. The rule `base-paths` of the loader rejects mounts that share a path or lie below each other. */
export function buildMounts({ providers, portals, resources }: MountLists) {
  const providerPaths = providers.flatMap((each) => each.mountPaths.map((path) => [path, each] as const))
  const portalPaths = portals.map((each) => [each.path, each] as const)
  const findWellKnown = buildPathLookup<Mount>(providers.map((each) => [each.wellKnownPath, each]))
  // RFC 9728 section 3.3: the document at a path describes exactly the resource of this path, none below it.
  const byExactPath = new Map(resources.toReversed().map((each) => [each.wellKnownPath, each]))
  const findOrWellKnown =
    (find: FindMount): FindMount =>
    (target) => {
      if (!target.startsWith('/.well-known/')) return find(target)
      return findWellKnown(target) ?? byExactPath.get(target.split('?', 1)[0] as string)
    }

  return {
    findProvider: findOrWellKnown(buildPathLookup<Mount>(providerPaths)),
    findPortal: buildPathLookup<Mount>(portalPaths),
    /** Finds a provider or a portal in one look-up. */
    find: findOrWellKnown(buildPathLookup<Mount>([...providerPaths, ...portalPaths])),
  }
}

const slash = 0x2f

const questionMark = 0x3f

/**
 * Builds the look-up. Paths begin with a slash and do not end in one, `/acme/sandbox/portal`. The first of two equal
 * paths counts, and the shorter of two paths above a target. Targets are compared as they were sent, up to the query.
 */
function buildPathLookup<T>(paths: Iterable<readonly [path: string, value: T]>) {
  const values = new Map<string, T>()
  for (const [path, value] of paths) if (!values.has(path)) values.set(path, value)
  // A target is looked up only at the numbers of segments that paths have: once when all have the same number.
  const lengths = new Set([...values.keys()].map((path) => path.split('/').length - 1))
  const longest = Math.max(0, ...lengths)

  return function find(target: string): T | undefined {
    let segments = 0
    for (let end = 1; segments < longest; end += 1) {
      const next = target.charCodeAt(end) // NaN at the end of the target
      if (next !== slash && next !== questionMark && end < target.length) continue
      segments += 1
      const found = lengths.has(segments) ? values.get(target.slice(0, end)) : undefined
      if (found !== undefined || next !== slash) return found
    }
    return undefined
  }
}

/** Counts the requests that mounts serve. */
export function createRequestTracker() {
  let inFlight = 0
  let waiting: (() => void)[] = []

  function endRequest(): void {
    inFlight -= 1
    if (inFlight > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  return {
    /** Returns the mount with a handler that counts a request until it ends and its response or connection closes. */
    track: <M extends Mount>(mount: M): M => ({
      ...mount,
      handle(request, response) {
        inFlight += 1
        let handled: unknown // when a client hangs up, its request may still use the store
        response.once('close', () => void Promise.allSettled([handled]).then(endRequest))
        handled = mount.handle(request, response)
        return handled
      },
    }),

    /** Resolves once no request is served. */
    whenIdle: (): Promise<void> =>
      inFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  }
}
