/** Every rule of the security advice. */
import type { AdviceRule } from './advice.ts'
import { plaintextRedirectsRule, secretsInRotationRule, secretsInUrlsRule } from './application-rules.ts'
import { listSteps } from './list-steps.ts'
import { timedPatternsRule } from './pattern-rules.ts'
import { findPlaintextHost } from './plaintext-transport.ts'
import {
  codesWithoutPkceRule,
  debugHeadersRule,
  longLivedTokensRule,
  passwordGrantRule,
  reusableRefreshTokensRule,
  uncountedFailedAttemptsRule,
} from './provider-rules.ts'

/** Advice about unencrypted transport and about limits without effect. */
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

const unverifiedServersRule: AdviceRule = function* ({ tlsProfiles }) {
  for (const { name, insecureServerConnections, location } of tlsProfiles.values()) {
    if (insecureServerConnections)
      yield {
        location,
        message: `the TLS profile ${name} accepts any server certificate: name the trusted CAs under "truststore"`,
      }
  }
}

const ineffectiveLimitsRule: AdviceRule = function* ({ products }) {
  for (const { name, plans } of products) {
    for (const plan of plans.values()) {
      const holds = plan.limits.some(({ calls, kind, hard }) => calls !== undefined && (kind === 'burst' || hard))
      if (!holds && plan.apis.size > 0)
        yield {
          location: plan.location,
          message: `the plan ${name}/${plan.name} rejects no call, however many there are: give it a limit with hard-limit: true - OWASP API4:2023`,
        }
    }
  }
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

export const adviceRules: readonly AdviceRule[] = [
  passwordGrantRule,
  codesWithoutPkceRule,
  reusableRefreshTokensRule,
  longLivedTokensRule,
  debugHeadersRule,
  uncountedFailedAttemptsRule,
  secretsInRotationRule,
  plaintextRedirectsRule,
  secretsInUrlsRule,
  plaintextRegistriesRule,
  plaintextUpstreamsRule,
  unverifiedServersRule,
  ineffectiveLimitsRule,
  timedPatternsRule,
]
