/** Finds the mount of a request: an OAuth provider or a developer portal beside the data plane. */
import type { OauthProvider } from '../../../oauth/index.ts'
import type { Portal } from '../../../portal/index.ts'
import { buildPathLookup } from './path-lookup.ts'

/** Serves the requests at and below its path. */
export type Mount = Pick<OauthProvider | Portal, 'handle'>

/** Finds the mount of a request target; undefined when no mount is there. */
export type FindMount = (target: string) => Mount | undefined

export interface MountLists {
  providers: readonly Pick<OauthProvider, 'path' | 'wellKnownPath' | 'handle'>[]
  portals: readonly Pick<Portal, 'path' | 'handle'>[]
}

export interface Mounts {
  findProvider: FindMount
  findPortal: FindMount
  /** Finds a provider or a portal in one look-up. */
  find: FindMount
}

/** Builds the look-ups. The rule `base-paths` of the loader rejects mounts that share a path or lie below each other. */
export function buildMounts({ providers, portals }: MountLists): Mounts {
  const providerPaths = providers.map((each) => [each.path, each] as const)
  const portalPaths = portals.map((each) => [each.path, each] as const)
  const findWellKnown = buildPathLookup<Mount>(providers.map((each) => [each.wellKnownPath, each]))
  const findOrWellKnown =
    (find: FindMount): FindMount =>
    (target) =>
      target.startsWith('/.well-known/') ? findWellKnown(target) : find(target)

  return {
    findProvider: findOrWellKnown(buildPathLookup<Mount>(providerPaths)),
    findPortal: buildPathLookup<Mount>(portalPaths),
    find: findOrWellKnown(buildPathLookup<Mount>([...providerPaths, ...portalPaths])),
  }
}
