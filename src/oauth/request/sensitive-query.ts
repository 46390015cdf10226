/**
 * Rejects credentials in the query of a URL, because URLs end up in logs and browser histories. RFC 6749 section
 * 2.3.1.
 */
import { invalidRequestError } from '../errors/oauth-error.ts'

const neverInQuery = [
  ...['client_id', 'client_secret', 'username', 'password', 'refresh_token', 'code', 'code_verifier', 'device_code'],
  ...['token', 'subject_token', 'actor_token', 'assertion', 'client_assertion'],
]

/** Throws `invalid_request` when a query has a parameter that must be in the body. */
export function rejectSensitiveQuery(query: Record<string, unknown>): void {
  for (const name of neverInQuery) {
    if (name in query) {
      throw invalidRequestError(
        `The location of '${name}' is wrong: it must be in the body or the header, not in the query`,
      )
    }
  }
}
