/**
 * The ceilings of a token: of the application, of the plans that open an API of the provider to it, of the registry and
 * of the user. A token has what all of them allow; where several plans count, what one of them allows.
 */
import type {
  Catalog,
  LocatedTokenCeiling,
  ProviderSettings,
  SourceLocation,
} from '../../config/types/index.ts'
import { type Client, findSubscribedPlans } from '../../consumers/index.ts'
import type { TokenCeiling } from '../../lib/access/token-ceiling.ts'
import type { UserRegistry, UserTokenCeiling } from '../../registries/index.ts'
import { findProtectedApis } from '../request/authenticate-client.ts'

/** A token ceiling, and what set it. */
export interface AppliedTokenCeiling extends TokenCeiling {
  /** `application web-shop`, `plan shop/gold`, `user registry staff`, `user anna`. */
  whose: string
  /** Where it is written: `file:line`, or what the registry says. */
  place: string
}

export interface TokenCeilings {
  /** Of an application and its plans. */
  findForClient(client: Client): readonly AppliedTokenCeiling[]
  /** Of a user who has just signed in, with what the registry said of them. */
  combineForUser(name: string, own: UserTokenCeiling | undefined): readonly AppliedTokenCeiling[]
  /** The same later, without a sign-in: as the registry has it now, where it can tell, or as it was then. */
  refreshForUser(name: string, then: UserTokenCeiling | undefined): Promise<readonly AppliedTokenCeiling[]>
}

export interface TokenCeilingsDeps {
  catalog: Pick<Catalog, 'products' | 'registries' | 'apis'>
  settings: Pick<ProviderSettings, 'name' | 'registry'>
  registry: UserRegistry | undefined
}

export function buildTokenCeilings({ catalog, settings, registry }: TokenCeilingsDeps): TokenCeilings {
  const apis = findProtectedApis(settings.name, catalog)
  const known = new WeakMap<Client['application'], readonly AppliedTokenCeiling[]>()
  const registrySettings =
    settings.registry === undefined ? undefined : catalog.registries.get(settings.registry)
  const ofRegistry = registrySettings?.tokenCeiling
    ? [placed(`user registry ${registrySettings.name}`, registrySettings.tokenCeiling)]
    : []

  function ofUser(name: string, own: UserTokenCeiling | undefined): readonly AppliedTokenCeiling[] {
    return own ? [...ofRegistry, { whose: `user ${name}`, ...own }] : ofRegistry
  }

  return {
    findForClient({ application }) {
      let ceilings = known.get(application)
      if (!ceilings) {
        const { name, tokenCeiling } = application
        const own = tokenCeiling ? [placed(`application ${name}`, tokenCeiling)] : []
        ceilings = [...own, ...plansCeiling(application, catalog, apis)]
        known.set(application, ceilings)
      }
      return ceilings
    },

    combineForUser: ofUser,

    async refreshForUser(name, then) {
      return ofUser(name, registry?.findTokenCeiling ? await registry.findTokenCeiling(name) : then)
    },
  }
}

/** Seconds that a token lives at most. */
export function limitLifetimeSeconds(
  life: 'accessTokenTtl' | 'refreshTokenTtl',
  ofProvider: number,
  ceilings: readonly AppliedTokenCeiling[],
): number {
  return Math.min(ofProvider, ...ceilings.map((each) => each[life] ?? ofProvider))
}

/**
 * The plans as one ceiling: an application has what any of its plans allows, as each plan is a subscription of its own.
 * The gateway holds each call against the plan that opens its API.
 */
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
  if (Object.keys(widest).length === 0) return []
  return [
    {
      whose: `plan ${plans.map(({ name }) => name).join(', ')}`,
      ...widest,
      place: limited.map(({ place }) => placeText(place)).join(', '),
    },
  ]
}

/** A member that one of them does not limit is not limited. */
function widestOf(ceilings: readonly TokenCeiling[]): TokenCeiling {
  const all = <Name extends keyof TokenCeiling>(name: Name): Required<TokenCeiling>[Name][] | undefined => {
    const values = ceilings.flatMap((each) => (each[name] === undefined ? [] : [each[name]]))
    return values.length > 0 && values.length === ceilings.length
      ? (values as Required<TokenCeiling>[Name][])
      : undefined
  }
  const [scopes, access, refresh] = [all('scopes'), all('accessTokenTtl'), all('refreshTokenTtl')]
  return {
    ...(scopes && { scopes: [...new Set(scopes.flat())] }),
    ...(access && { accessTokenTtl: Math.max(...access) }),
    ...(refresh && { refreshTokenTtl: Math.max(...refresh) }),
  }
}

function placed(whose: string, { place, ...ceiling }: LocatedTokenCeiling): AppliedTokenCeiling {
  return { whose, ...ceiling, place: placeText(place) }
}

function placeText({ file, line }: SourceLocation): string {
  return `${file}:${line}`
}
