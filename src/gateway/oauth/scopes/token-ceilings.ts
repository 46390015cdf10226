/**
 * Finds the token ceilings of the application, its plans, the user registry and the user.
 *
 * A token must stay within all of them. Several plans are combined into one ceiling that allows what any of the
 * plans allows.
 */
import type { TokenCeiling } from '../../../shared/access/token-ceiling.ts'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { UserRegistry, UserTokenCeiling } from '../../../shared/registries/index.ts'
import {
  type Catalog,
  type LocatedTokenCeiling,
  type ProviderSettings,
  renderLocation,
} from '../../config/types/index.ts'
import { type Client, findSubscribedPlans } from '../../consumers/index.ts'
import { findProtectedApis } from './protected-apis.ts'
import { findRegisteredLimits } from './registered-limits.ts'

/** A token ceiling, with who set it and where. */
export interface AppliedTokenCeiling extends TokenCeiling {
  /** The owner of the ceiling, such as `application web-shop`, `plan shop/gold`, `user registry staff` or `user anna`. */
  whose: string
  /** `file:line` of the document, or the place that the registry names. */
  place: string
}

/** The dependencies of `buildTokenCeilings`. */
export interface TokenCeilingsDeps {
  catalog: Pick<Catalog, 'products' | 'registries' | 'apis'>
  settings: Pick<ProviderSettings, 'name' | 'api' | 'registry' | 'registration' | 'location'>
  registry: UserRegistry | undefined
}

/** Returns the look-up of token ceilings for one provider. */
export function buildTokenCeilings({ catalog, settings, registry }: TokenCeilingsDeps) {
  const apis = findProtectedApis(settings, catalog)
  const known = new WeakMap<Client['application'], readonly AppliedTokenCeiling[]>()
  const registrySettings = settings.registry === undefined ? undefined : catalog.registries.get(settings.registry)
  const ofRegistry = registrySettings?.tokenCeiling
    ? [placed(`user registry ${registrySettings.name}`, registrySettings.tokenCeiling)]
    : []

  function ofUser(name: string, own: UserTokenCeiling | undefined): readonly AppliedTokenCeiling[] {
    return own ? [...ofRegistry, { whose: `user ${name}`, ...own }] : ofRegistry
  }

  return {
    /** Returns the ceilings of an application, of clients that register themselves, and of its plans. */
    findForClient(client: Client): readonly AppliedTokenCeiling[] {
      const { application } = client
      return getOrCreate(known, application, () => {
        const { name, tokenCeiling } = application
        const own = tokenCeiling ? [placed(`application ${name}`, tokenCeiling)] : []
        const limits = findRegisteredLimits(client, settings)
        const whose = `registered clients of the provider ${settings.name}`
        const registered = limits ? [placed(whose, { ...limits.tokenCeiling, location: settings.location })] : []
        return [...own, ...registered, ...plansCeiling(application, catalog, apis)]
      })
    },

    /**
     * Returns the ceilings of a user at sign-in, from the registry's document and from the response of the registry.
     */
    combineForUser: ofUser,

    /** Returns a user's ceilings without a sign-in: the registry is asked again, or `then` of the sign-in is used. */
    async refreshForUser(name: string, then: UserTokenCeiling | undefined): Promise<readonly AppliedTokenCeiling[]> {
      return ofUser(name, registry?.findTokenCeiling ? await registry.findTokenCeiling(name) : then)
    },
  }
}

/** Returns the maximum life of a token in seconds. */
export function limitLifetimeSeconds(
  life: 'accessTokenTtl' | 'refreshTokenTtl',
  ofProvider: number,
  ceilings: readonly AppliedTokenCeiling[],
): number {
  return Math.min(ofProvider, ...ceilings.map((each) => each[life] ?? ofProvider))
}

/** Combines the ceilings of plans, separate subscriptions: what any allows. The gateway checks the plan per call. */
function plansCeiling(
  application: Client['application'],
  { products }: Pick<Catalog, 'products'>,
  apis: readonly string[],
): AppliedTokenCeiling[] {
  const plans = findSubscribedPlans(application, products)
    .filter(({ plan }) => apis.some((api) => plan.apis.has(api)))
    .map(({ product, plan }) => ({ name: `${product.name}/${plan.name}`, ceiling: plan.tokenCeiling }))
  const limited = plans.flatMap(({ ceiling }) => ceiling ?? [])
  const widest = widestOf(plans.map(({ ceiling }) => ceiling ?? {}))
  if (Object.values(widest).every((value) => value === undefined)) return []
  return [
    {
      whose: `plan ${plans.map(({ name }) => name).join(', ')}`,
      ...widest,
      place: limited.map(({ location }) => renderLocation(location)).join(', '),
    },
  ]
}

/** Returns the union of several ceilings. A member that one of them does not limit is not limited. */
function widestOf(ceilings: readonly TokenCeiling[]): TokenCeiling {
  const all = <Name extends keyof TokenCeiling>(name: Name): NonNullable<TokenCeiling[Name]>[] | undefined => {
    const values = ceilings.flatMap((each) => (each[name] === undefined ? [] : [each[name]]))
    return values.length > 0 && values.length === ceilings.length ? values : undefined
  }
  const [scopes, access, refresh] = [all('scopes'), all('accessTokenTtl'), all('refreshTokenTtl')]
  return {
    scopes: scopes && [...new Set(scopes.flat())],
    accessTokenTtl: access && Math.max(...access),
    refreshTokenTtl: refresh && Math.max(...refresh),
  }
}

function placed(whose: string, { location, ...ceiling }: LocatedTokenCeiling): AppliedTokenCeiling {
  return { whose, ...ceiling, place: renderLocation(location) }
}
