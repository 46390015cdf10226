/**
 * Checks a user ID and a password with the z/OSMF authentication services: `POST /zosmf/services/authenticate`, "Log in to the
 * z/OSMF server" in the IBM z/OS Management Facility Programming Guide.
 */
import { renderBasicCredentials } from '../../../../lib/headers/basic-credentials.ts'
import { RegistryUnavailableError } from '../../../../registries/index.ts'
import type { ZosClient, ZosResponse } from './zos-client.ts'

/** The maximum length of a reason in the log, in characters. */
const maxReasonLength = 500

/** The result of a sign-in. `reason` is for the log, never for the client. */
export type ZosmfSignIn = { readonly isAccepted: true } | { readonly isAccepted: false; readonly reason: string }

/** Throws `RegistryUnavailableError` when z/OSMF does not respond or responds with anything but tokens or status 401. */
export async function signInToZosmf(zosmf: ZosClient, name: string, password: string): Promise<ZosmfSignIn> {
  const response = await zosmf.send('POST', '/zosmf/services/authenticate', {
    authorization: renderBasicCredentials(name, password),
    'x-csrf-zosmf-header': '',
    'content-type': 'application/x-www-form-urlencoded',
  })
  if (response.status === 401) return { isAccepted: false, reason: describeError(response) }
  const isSuccess = response.status === 200 || response.status === 204
  if (isSuccess && hasToken(response)) return { isAccepted: true }

  const reason = isSuccess ? 'the response sets no cookie LtpaToken2 or jwtToken' : describeError(response)
  throw new RegistryUnavailableError(`z/OSMF neither accepted nor rejected the user: ${reason}`)
}

/** A response without a token is from another server, such as a proxy with a page of its own. */
function hasToken({ setCookies }: ZosResponse): boolean {
  return setCookies.some((cookie) => /^(LtpaToken2|jwtToken)=[^;]/.test(cookie))
}

/** Returns the status, and the codes and the message of the JSON body when there is one. */
function describeError({ status, body }: ZosResponse): string {
  try {
    const { returnCode, reasonCode, message } = JSON.parse(body) as Record<string, unknown>
    return `status ${status}, return code ${returnCode}, reason code ${reasonCode}: ${message}`.slice(
      0,
      maxReasonLength,
    )
  } catch {
    return `status ${status}`
  }
}
