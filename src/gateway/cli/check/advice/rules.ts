/** Every rule of the security advice: about transport, applications, patterns, limits and OAuth providers. */
import { describeTimedPattern } from '../../../../shared/lib/patterns/compile-pattern.ts'
import type { Api, Catalog, PolicyStep, ProviderSettings, SourceLocation } from '../../../config/types/index.ts'
import { describeDearSchemas, findDearSchemas } from '../../../lib/json-schema/dear-schemas.ts'
import { findSchemaPatterns } from '../../../lib/json-schema/find-schema-patterns.ts'
import { findPlaintextHost } from './plaintext-transport.ts'

/** Something that could be safer, with its source location. */
type AdviceFinding = { location: SourceLocation; message: string }

/** Finds what could be safer in one catalog. */
type AdviceRule = (catalog: Catalog) => Iterable<AdviceFinding>

/** Returns a rule about each part of a catalog. `describe` returns a sentence, or undefined when nothing could be safer. */
function adviseEach<Part extends { location: SourceLocation }>(
  list: (catalog: Catalog) => Iterable<Part>,
  describe: (part: Part) => string | undefined,
): AdviceRule {
  return function* (catalog) {
    for (const part of list(catalog)) {
      const message = describe(part)
      if (message !== undefined) yield { location: part.location, message }
    }
  }
}

const plaintextRegistriesRule: AdviceRule = function* ({ registries }) {
  for (const { name, settings, location } of registries.values()) {
    const raisesLdap = /"tls_client_profile(_url)?":"/.test(JSON.stringify(settings)) // RFC 4511 section 4.14
    for (const text of listTexts(settings)) {
      const host = raisesLdap && /^ldap:/i.test(text) ? undefined : findPlaintextHost(text)
      if (host) yield { location, message: `passwords that ${name} checks are sent to ${host} without TLS: use TLS` }
    }
  }
}

const plaintextUpstreamsRule: AdviceRule = function* ({ apis }) {
  for (const api of apis) {
    for (const { settings, location } of listSteps(api)) {
      const target = (settings as { 'target-url'?: unknown })['target-url']
      if (typeof target !== 'string') continue
      const address = target.replaceAll(/\$\(([^()]+)\)/g, (whole, name: string) => api.properties.get(name) ?? whole)
      const host = findPlaintextHost(address)
      if (host) yield { location, message: `calls of ${api.reference} are sent to ${host} without TLS: use https` }
    }
  }
}

const unverifiedServersRule = adviseEach(
  ({ tlsProfiles }) => tlsProfiles.values(),
  ({ name, insecureServerConnections }) =>
    insecureServerConnections
      ? `the TLS profile ${name} accepts any server certificate: name the trusted CAs under "truststore"`
      : undefined,
)

const ineffectiveLimitsRule = adviseEach(
  ({ products }) =>
    products.flatMap(({ name, plans }) => [...plans.values()].map((plan) => ({ ...plan, product: name }))),
  ({ product, name, limits, apis }) => {
    const holds = limits.some(({ calls, kind, hard }) => calls !== undefined && (kind === 'burst' || hard))
    if (holds || apis.size === 0) return undefined
    return `the plan ${product}/${name} rejects no call, however many there are: give it a limit with hard-limit: true - OWASP API4:2023`
  },
)

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

/** Advice about regular expressions that callers can make slow: OWASP API4:2023. */
const timedPatternsRule: AdviceRule = function* ({ apis }) {
  for (const api of apis) {
    for (const { schema, location } of api.contract?.schemas ?? [])
      yield* describe(
        [...findSchemaPatterns(schema)].map(({ pattern }) => pattern),
        location,
      )
    for (const { settings, location } of listSteps(api)) {
      for (const control of ['header-control', 'parameter-control']) {
        const filter = (settings as Record<string, { values?: readonly string[] } | undefined>)[control]
        yield* describe(filter?.values ?? [], location, 'i')
      }
    }
  }
}

/** Advice about schemas whose check can take long: one line for each family of an API, at the first of its schemas. */
const dearSchemasRule: AdviceRule = function* ({ apis }) {
  for (const { reference, contract } of apis) {
    const schemas = contract?.schemas ?? []
    const values = schemas.map(({ schema }) => schema)
    const found = findDearSchemas(values, (ref) => values[Number(ref.slice(ref.lastIndexOf('/') + 1))])
    const families = Map.groupBy(found, ({ family }) => family)
    for (const [family, all] of families) {
      const location = schemas[Number(all[0]?.path[0])]?.location
      if (location)
        yield { location, message: `${reference}: ${describeDearSchemas(family, all.length)} - OWASP API4:2023` }
    }
  }
}

function* describe(
  patterns: readonly string[],
  location: SourceLocation,
  flags: '' | 'i' = '',
): Iterable<AdviceFinding> {
  for (const pattern of new Set(patterns)) {
    const message = describeTimedPattern(pattern, flags)
    if (message) yield { location, message: `${message} - OWASP API4:2023` }
  }
}

const secretsInRotationRule = adviseEach(
  ({ applications }) =>
    applications.flatMap(({ name, location, credentials }) => credentials.map((each) => ({ ...each, name, location }))),
  ({ name, clientId, secretHashes }) =>
    secretHashes.length < 2
      ? undefined
      : `${clientId} has two secrets: end the rotation with "sluice apps retire-secret ${name}" once every client has the new one`,
)

const plaintextRedirectsRule: AdviceRule = function* ({ applications }) {
  for (const { name, redirectEndpoints, location } of applications) {
    for (const endpoint of redirectEndpoints.filter(findPlaintextHost)) {
      const message = `authorization codes for ${name} are sent to ${endpoint} without TLS - RFC 9700 section 2.6`
      yield { location, message }
    }
  }
}

/** Logs, proxies and browsers keep URLs: RFC 9110 section 17.9. */
const secretsInUrlsRule = adviseEach(
  ({ apis }) =>
    apis.flatMap(({ reference, definitions }) => [...definitions.values()].map((each) => ({ ...each, reference }))),
  ({ reference, key, type, settings }) =>
    type === 'apiKey' && (settings as { in?: string }).in === 'query'
      ? `${reference} takes the key "${key}" in the query, which logs and proxies record: use a header - RFC 9110 section 17.9`
      : undefined,
)

/** Returns all steps of the assembly of an API, those in branches included. */
function listSteps({ assembly }: Api): PolicyStep[] {
  const below = (steps: readonly PolicyStep[]): PolicyStep[] =>
    steps.flatMap((step) => [step, ...step.branches.flatMap(below)])
  return below([...assembly.execute, ...assembly.catch, ...assembly.finally])
}

const maxAdvisedTtlSeconds = 86_400

/** RFC 9700, best current practice of OAuth 2.0 security. Each returns a sentence about a provider; undefined for nothing to advise. */
const providerAdvice: Readonly<Record<string, (provider: ProviderSettings) => string | undefined>> = {
  passwordGrant: ({ name, grants }) =>
    grants.has('password')
      ? `${name} supports the password grant: the application sees the password of the user - RFC 9700 section 2.4 forbids it`
      : undefined,

  codesWithoutPkce: ({ name, grants, pkce }) =>
    grants.has('access_code') && !(pkce.enabled && pkce.required)
      ? `${name} issues authorization codes without requiring PKCE: a stolen code can be redeemed - RFC 9700 section 2.1.1`
      : undefined,

  plainPkce: ({ name, grants, pkce }) =>
    grants.has('access_code') && pkce.enabled && pkce.allowPlain
      ? `${name} allows the PKCE method "plain", which does not protect codes against those who see the request - RFC 7636 section 7.2`
      : undefined,

  reusableRefreshTokens: ({ name, refreshToken, clientTypes }) =>
    refreshToken.enabled && !refreshToken.oneTimeUse && clientTypes.has('public')
      ? `refresh tokens of ${name} work more than once, also for public clients: the use of a stolen one is not detected - RFC 9700 section 2.2.2`
      : undefined,

  longLivedTokens: ({ name, accessToken, revocation }) =>
    accessToken.ttl > maxAdvisedTtlSeconds && !revocation.enabled
      ? `access tokens of ${name} are valid for ${Math.round(accessToken.ttl / 3600)} hours and cannot be revoked: shorten their lifetime, or enable revocation - RFC 6819 section 5.1.5.3`
      : undefined,

  debugHeaders: ({ name, debug }) =>
    debug
      ? `${name} explains rejections to callers that send the debug header: switch this off in production`
      : undefined,

  uncountedFailedAttempts({ name, failedAttempts }) {
    const uncounted = (['user', 'client'] as const).filter((who) => failedAttempts[who].count === 0)
    if (uncounted.length === 0) return undefined
    return `${name} counts no failed attempts of a ${uncounted.join(' or a ')}: passwords and secrets can be guessed - RFC 6749 sections 2.3.1 and 4.3.2`
  },
}

const providerRules: readonly AdviceRule[] = Object.values(providerAdvice).map((rule) =>
  adviseEach(({ providers }) => providers.values(), rule),
)

export const adviceRules: readonly AdviceRule[] = [
  ...providerRules,
  secretsInRotationRule,
  plaintextRedirectsRule,
  secretsInUrlsRule,
  plaintextRegistriesRule,
  plaintextUpstreamsRule,
  unverifiedServersRule,
  ineffectiveLimitsRule,
  timedPatternsRule,
  dearSchemasRule,
]
