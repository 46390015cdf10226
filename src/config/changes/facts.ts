/**
 * A catalog as facts: a name that reads like a path through the catalog, and a value in words.
 */

import type {
  Api,
  Application,
  Catalog,
  Limit,
  Product,
  ProviderSettings,
  RegistrySettings,
  TlsProfile,
} from '../types.ts'
import { digest } from './digest.ts'

export type Fact = readonly [name: string, value: string]

/** Everything in a catalog that a caller, a user or an operator could notice. */
export function* catalogFacts(catalog: Catalog): Iterable<Fact> {
  const name = `catalog ${catalog.path.slice(1)}`
  yield [name, '']
  yield [`${name}: title`, catalog.title]
  for (const each of catalog.registries.values()) yield* below(name, registryFacts(each))
  for (const each of catalog.providers.values()) yield* below(name, providerFacts(each))
  for (const each of catalog.tlsProfiles.values()) yield* below(name, tlsFacts(each))
  for (const each of catalog.products) yield* below(name, productFacts(each))
  for (const each of catalog.apis) yield* below(name, apiFacts(each))
  for (const each of catalog.applications) yield* below(name, applicationFacts(each))
}

function* below(name: string, facts: Iterable<Fact>): Iterable<Fact> {
  for (const [inside, value] of facts) yield [`${name}: ${inside}`, value]
}

function* registryFacts({
  name,
  type,
  title,
  displayName,
  caseSensitive,
  settings,
}: RegistrySettings): Iterable<Fact> {
  yield [`user registry ${name}`, '']
  yield [`user registry ${name}: type`, type]
  yield [`user registry ${name}: title`, title]
  yield [`user registry ${name}: display name`, displayName]
  yield [`user registry ${name}: case sensitive`, yesNo(caseSensitive)]
  yield [`user registry ${name}: settings`, digest(settings)] // may hold a bind password
}

function* providerFacts(provider: ProviderSettings): Iterable<Fact> {
  const name = `OAuth provider ${provider.name}`
  const { accessToken, refreshToken, pkce, introspection, revocation } = provider
  yield [name, '']
  yield* below(name, [
    ['title', provider.title],
    ['base path', provider.basePath],
    ['authorize path', provider.authorizePath],
    ['token path', provider.tokenPath],
    ['grants', words(provider.grants)],
    ['clients', words(provider.clientTypes)],
    ['default scopes', words(provider.defaultScopes)],
    ['access token lives', `${accessToken.ttl} seconds`],
    ['refresh tokens', refreshToken.enabled ? 'on' : 'off'],
    ['refresh token lives', `${refreshToken.ttl} seconds`],
    ['refreshes', String(refreshToken.count)],
    ['refresh token used once', yesNo(refreshToken.oneTimeUse)],
    ['consent lasts', provider.maximumConsent === 0 ? 'without end' : `${provider.maximumConsent} seconds`],
    [
      'PKCE',
      pkce.enabled
        ? `${pkce.required ? 'required' : 'possible'}${pkce.allowPlain ? ', plain too' : ''}`
        : 'off',
    ],
    ['introspection', introspection.enabled ? `at ${introspection.path}` : 'off'],
    ['revocation', revocation.enabled ? 'on' : 'off'],
    [
      'revocation by applications',
      revocation.application.enabled ? `at ${revocation.application.path}` : 'off',
    ],
    ['revocation by owners', revocation.owner.enabled ? `at ${revocation.owner.path}` : 'off'],
    ['user registry', provider.registry ?? 'none'],
    ['answers', provider.compat],
    ['debug headers', provider.debug ? 'on' : 'off'],
    ['gateway version', provider.gatewayVersion],
  ])
  for (const [scope, description] of provider.scopes) yield [`${name}: scope ${scope}`, description]
}

function* tlsFacts({ name, place: _, ...profile }: TlsProfile): Iterable<Fact> {
  yield [`TLS client profile ${name}`, '']
  for (const [member, value] of Object.entries(profile)) {
    const text = Array.isArray(value)
      ? words(value)
      : typeof value === 'boolean'
        ? yesNo(value)
        : (value ?? 'none')
    yield [`TLS client profile ${name}: ${spaced(member)}`, String(text)]
  }
}

function* productFacts({ name, title, version, plans }: Product): Iterable<Fact> {
  yield [`product ${name}`, '']
  yield [`product ${name}: title`, title]
  yield [`product ${name}: version`, version]
  for (const plan of plans.values()) {
    const its = `plan ${name}/${plan.name}`
    yield [its, '']
    yield [`${its}: title`, plan.title]
    yield [`${its}: approval`, plan.approval ? 'needed' : 'not needed']
    for (const api of plan.apis) yield [`${its}: API ${api}`, '']
    for (const limit of plan.limits) yield [`${its}: ${limit.kind} limit ${limit.name}`, renderLimit(limit)]
  }
}

function renderLimit({ calls, intervalSeconds, hard }: Limit): string {
  if (calls === undefined) return 'unlimited'
  return `${calls} per ${interval(intervalSeconds)}${hard ? '' : ', counted only'}`
}

const unitSeconds = { week: 604_800, day: 86_400, hour: 3600, minute: 60, second: 1 }

function interval(seconds: number): string {
  const [unit, size] = Object.entries(unitSeconds).find(([, size]) => seconds % size === 0) ?? ['second', 1]
  return seconds === size ? unit : `${seconds / size} ${unit}s`
}

function* apiFacts(api: Api): Iterable<Fact> {
  const name = `API ${api.reference}`
  yield [name, '']
  yield [`${name}: title`, api.title]
  yield [`${name}: base path`, api.basePath || '/']
  yield [`${name}: enforced`, yesNo(api.enforced)]
  yield [`${name}: CORS`, api.cors ? 'on' : 'off']
  for (const [key, value] of api.properties) yield [`${name}: property ${key}`, digest(value)] // may be a password
  for (const [key, { type, settings }] of api.definitions) {
    yield [`${name}: security definition ${key}`, digest([type, settings])]
  }
  for (const { method, path, id, security } of api.operations) {
    const alternatives = security.map(({ all }) =>
      all.map(
        ({ definition, scopes }) => `${definition.key}${scopes.length > 0 ? ` (${words(scopes)})` : ''}`,
      ),
    )
    yield [`${name}: ${method} ${path}`, '']
    yield [`${name}: ${method} ${path}: id`, id]
    yield [
      `${name}: ${method} ${path}: security`,
      alternatives.map((all) => all.join(' and ') || 'none').join(', or '),
    ]
  }
  for (const list of ['execute', 'catch', 'finally'] as const) {
    yield [`${name}: assembly, ${list}`, digest(withoutPlaces(api.assembly[list]))]
  }
}

function* applicationFacts(application: Application): Iterable<Fact> {
  const name = `application ${application.name}`
  yield [name, '']
  yield [`${name}: title`, application.title]
  yield [`${name}: state`, application.state]
  yield [`${name}: type`, application.clientType]
  yield [`${name}: grants`, application.grants ? words(application.grants) : 'those of the provider']
  yield [`${name}: redirect endpoints`, words(application.redirectEndpoints)]
  for (const { clientId, secretHashes, wellKnown } of application.credentials) {
    yield [`${name}: client ${clientId}`, '']
    yield [`${name}: client ${clientId}: secrets`, digest(secretHashes)]
    yield [`${name}: client ${clientId}: well known`, yesNo(wellKnown)]
  }
  for (const { product, plan, state } of application.subscriptions) {
    yield [`${name}: subscription to ${product}`, `plan ${plan}, ${state}`]
  }
}

/** Where a step stands in its document changes with every line above it, and changes nothing. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each) => (key === 'place' ? undefined : each)))
}

function words(values: Iterable<string>): string {
  return [...values].join(', ') || 'none'
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** `insecureServerConnections` -> `insecure server connections`. */
function spaced(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
