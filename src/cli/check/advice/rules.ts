/** Every rule of the security advice, and the rules about transport, applications, patterns and limits. */
import type { Api, PolicyStep, SourceLocation } from '../../../config/types/index.ts'
import { describeTimedPattern } from '../../../lib/patterns/compile-pattern.ts'
import { findSchemaPatterns } from '../../../lib/patterns/find-schema-patterns.ts'
import { type AdviceFinding, type AdviceRule, adviseEach } from './advice-rule.ts'
import { findPlaintextHost } from './plaintext-transport.ts'
import { providerRules } from './provider-rules.ts'

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
]

/** Returns all steps of the assembly of an API, those in branches included. */
function listSteps({ assembly }: Api): PolicyStep[] {
  const below = (steps: readonly PolicyStep[]): PolicyStep[] =>
    steps.flatMap((step) => [step, ...step.branches.flatMap(below)])
  return below([...assembly.execute, ...assembly.catch, ...assembly.finally])
}
