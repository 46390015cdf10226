/** The SAF registry: z/OSMF checks passwords, and a service checks access to EJBROLE profiles. */
import { LRUCache } from 'lru-cache'
import type { Pool } from 'undici'
import { limitEntries } from '../../../../../shared/lib/caches/limit-entries.ts'
import { parseJson } from '../../../../../shared/lib/collections/json-object.ts'
import { renderBasicCredentials } from '../../../../../shared/lib/headers/basic-credentials.ts'
import type { Log } from '../../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../../shared/lib/time/clock.ts'
import { RegistryUnavailableError } from '../../../../../shared/registries/index.ts'
import { type Identity, openIdentityCache, type UserRegistry } from '../../../identity/user-registry.ts'
import type { SafRegistrySettings } from '../../../settings/saf-registry.ts'

const maxConnections = 4
const maxResponseBytes = 65_536

type ZosResponse = { readonly status: number; readonly setCookies: readonly string[]; readonly body: string }

type ZosClient = ReturnType<typeof openZosClient>

/** Opens a client. `service` is the name of the service in error texts. */
function openZosClient(
  service: string,
  url: URL,
  readTrustedCas: () => Promise<string | undefined>,
  timeoutMs: number,
) {
  const basePath = url.pathname.replace(/\/$/, '')
  let pool: Promise<Pool> | undefined

  async function openPool(): Promise<Pool> {
    const { Pool } = await import('undici') // loaded when first needed: most servers have no registry of z/OS
    const ca = await readTrustedCas()
    const connect = {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      timeout: timeoutMs,
      ca: ca || undefined,
    } as const
    return new Pool(url.origin, { connections: maxConnections, maxResponseSize: maxResponseBytes, connect })
  }

  return {
    service,

    /** Sends a request to a path below the URL. Throws `RegistryUnavailableError` when there is no complete response in time. */
    async send(method: 'GET' | 'POST', path: string, headers: Readonly<Record<string, string>>): Promise<ZosResponse> {
      pool ??= openPool()
      pool.catch(() => {
        pool = undefined
      })
      try {
        const opened = await pool
        const request = { method, path: basePath + path, headers, signal: AbortSignal.timeout(timeoutMs) }
        const { statusCode, headers: received, body } = await opened.request(request)
        const setCookies = [received['set-cookie'] ?? []].flat()
        return { status: statusCode, setCookies, body: await body.text() }
      } catch (cause) {
        const text = `${service} at ${url.origin} did not respond: ${(cause as Error).message}`
        throw new RegistryUnavailableError(text, { cause })
      }
    },

    async close(): Promise<void> {
      const opened = await pool?.catch(() => undefined)
      await opened?.destroy()
    },
  }
}

const maxUsers = 10_000

export interface SafRegistryDeps {
  readonly clock: Clock
  readonly log: Log
  /** Reads the trusted CA certificates in PEM; undefined trusts those of the runtime. */
  readonly readTrustedCas: () => Promise<string | undefined>
}

/**
 * Returns the registry. The groups of a user are the EJBROLE profiles to which the user has READ access. z/OSMF finds no users
 * without a password, so `find` returns the users who authenticated at this registry, and `identify` returns no user.
 */
export function openSafRegistry(
  { realm, zosmfUrl, profileUrl, profiles, timeoutMs }: SafRegistrySettings,
  { clock, log, readTrustedCas }: SafRegistryDeps,
): UserRegistry {
  const zosmf = openZosClient('z/OSMF', zosmfUrl, readTrustedCas, timeoutMs)
  const profileService = profileUrl && openZosClient('the profile service', profileUrl, readTrustedCas, timeoutMs)
  const authenticated = new LRUCache<string, true>(limitEntries(maxUsers))
  const known = openIdentityCache(clock, toIdentity)

  async function toIdentity(name: string): Promise<Identity> {
    const groups = profileService ? await findProfiles(profileService, name, profiles) : []
    return { name, groups }
  }

  return {
    realm,

    async authenticate(name, password) {
      if (!canBeUserId(name) || !canBePassword(password)) return undefined
      const result = await signInToZosmf(zosmf, name, password)
      if (!result.isAccepted) {
        log.warn({ user: name, reason: result.reason }, 'z/OSMF rejected a sign-in')
        return undefined
      }
      const identity = await toIdentity(name)
      known.set(name, identity)
      authenticated.set(name, true)
      return identity
    },

    identify: async () => ({ rejected: 'z/OSMF finds no users by certificate' }),

    async find(name) {
      return authenticated.has(name) ? known.find(name) : undefined
    },

    foldName: (name) => name.toUpperCase(),

    async close() {
      await zosmf.close()
      await profileService?.close()
    },
  }
}

/** A RACF user ID: one to eight letters, digits and national characters, in any case. */
function canBeUserId(name: string): boolean {
  return /^[A-Z@#$][A-Z0-9@#$]{0,7}$/i.test(name)
}

/** A RACF password or password phrase: up to 100 characters. */
function canBePassword(password: string): boolean {
  return password !== '' && password.length <= 100 && !/\p{Cc}/u.test(password)
}

/** Returns the profiles to which a user has READ access. Throws `RegistryUnavailableError`. */
async function findProfiles(client: ZosClient, name: string, profiles: readonly string[]): Promise<string[]> {
  const user = encodeURIComponent(name.toUpperCase())
  const check = (profile: string) => checkAccess(client, `/${user}/EJBROLE/${encodeURIComponent(profile)}/READ`)
  const isPermitted = await Promise.all(profiles.map(check))
  return profiles.filter((_, index) => isPermitted[index])
}

async function checkAccess(client: ZosClient, path: string): Promise<boolean> {
  const { status, body } = await client.send('GET', path, { accept: 'application/json' })
  const result = status === 200 ? (parseJson(body) as Record<string, unknown> | null | undefined) : undefined
  if (!result || String(result.error) === 'true' || result.authorized === undefined) {
    throw new RegistryUnavailableError(
      `${client.service} could not check ${path}: status ${status}${result?.message ? `, ${result.message}` : ''}`,
    )
  }
  return String(result.authorized) === 'true'
}

/** The maximum length of a reason in the log, in characters. */
const maxReasonLength = 500

/** The result of a sign-in. `reason` is for the log, never for the client. */
type ZosmfSignIn = { readonly isAccepted: true } | { readonly isAccepted: false; readonly reason: string }

/**
 * Calls `POST /zosmf/services/authenticate`, "Log in to the z/OSMF server" in the IBM z/OS Management Facility Programming Guide.
 * Throws `RegistryUnavailableError` when z/OSMF does not respond or responds with anything but tokens or status 401.
 */
async function signInToZosmf(zosmf: ZosClient, name: string, password: string): Promise<ZosmfSignIn> {
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
    const text = `status ${status}, return code ${returnCode}, reason code ${reasonCode}: ${message}`
    return text.slice(0, maxReasonLength)
  } catch {
    return `status ${status}`
  }
}
