/** Advice about the secrets and URLs of applications. */
import type { AdviceRule } from './advice.ts'
import { findPlaintextHost } from './plaintext-transport.ts'

export const secretsInRotationRule: AdviceRule = function* ({ applications }) {
  for (const { name, credentials, location } of applications) {
    for (const { clientId, secretHashes } of credentials) {
      if (secretHashes.length < 2) continue
      yield {
        location,
        message: `${clientId} has two secrets: end the rotation with "sluice apps retire-secret ${name}" once every client has the new one`,
      }
    }
  }
}

export const plaintextRedirectsRule: AdviceRule = function* ({ applications }) {
  for (const { name, redirectEndpoints, location } of applications) {
    for (const endpoint of redirectEndpoints.filter(findPlaintextHost))
      yield {
        location,
        message: `authorization codes for ${name} are sent to ${endpoint} without TLS - RFC 9700 section 2.6`,
      }
  }
}

/** Logs, proxies and browsers keep URLs: RFC 9110 section 17.9. */
export const secretsInUrlsRule: AdviceRule = function* ({ apis }) {
  for (const { reference, definitions } of apis) {
    for (const { key, type, settings, location } of definitions.values()) {
      if (type !== 'apiKey' || (settings as { in?: string }).in !== 'query') continue
      yield {
        location,
        message: `${reference} takes the key "${key}" in the query, which logs and proxies record: use a header - RFC 9110 section 17.9`,
      }
    }
  }
}
