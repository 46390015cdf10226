/**
 * Finds the EJBROLE profiles of a user. z/OSMF has no public service for this, so the server uses the interface of Zowe's SAF
 * resource check: `GET {URL}/{user}/{class}/{profile}/{level}` with the response `{"authorized": true, "error": false}`.
 */
import { RegistryUnavailableError } from '../../../../registries/index.ts'
import type { ZosClient } from './zos-client.ts'

/** Returns the profiles to which a user has READ access. Throws `RegistryUnavailableError`. */
export async function findProfiles(
  client: ZosClient,
  name: string,
  profiles: readonly string[],
): Promise<string[]> {
  const user = encodeURIComponent(name.toUpperCase())
  const isPermitted = await Promise.all(
    profiles.map((profile) => checkAccess(client, `/${user}/EJBROLE/${encodeURIComponent(profile)}/READ`)),
  )
  return profiles.filter((_, index) => isPermitted[index])
}

async function checkAccess(client: ZosClient, path: string): Promise<boolean> {
  const { status, body } = await client.send('GET', path, { accept: 'application/json' })
  const result = status === 200 ? parse(body) : undefined
  if (!result || String(result.error) === 'true' || result.authorized === undefined) {
    throw new RegistryUnavailableError(
      `${client.service} could not check ${path}: status ${status}${result?.message ? `, ${result.message}` : ''}`,
    )
  }
  return String(result.authorized) === 'true'
}

/** Returns the JSON value, which has no members when it is no object. Returns undefined for other texts. */
function parse(text: string): Record<string, unknown> | null | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
