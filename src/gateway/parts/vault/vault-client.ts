/** Reads secrets over the HTTP API of HashiCorp Vault and OpenBao: KV version 1 and 2, and secrets with a lease. */
import {
  type ConnectionPool,
  fetchWholeResponse,
  type OutgoingRequest,
  openUndiciPool,
} from '../../../shared/http/client/index.ts'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { membersOf, parseForeignJson } from '../../../shared/lib/collections/json-object.ts'
import { readRegularFile } from '../../../shared/lib/files/read-regular-file.ts'
import type { VaultSettings } from '../../runtime/settings/vault-settings.ts'

/** Reports why a secret cannot be read, in words for the operator. No message contains a secret. */
export class VaultError extends Error {
  override name = 'VaultError'
  /** The status of the response; undefined when there was none. */
  readonly status: number | undefined

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** The content of a path. */
export interface VaultSecret {
  data: Readonly<Record<string, unknown>>
  /** The lease of a secret that the vault has created for the gateway; undefined for a secret of KV. */
  lease: VaultLease | undefined
}

export type VaultLease = { id: string; isRenewable: boolean; durationMs: number }

interface VaultToken {
  text: string
  /** When the token must be renewed, in milliseconds of a clock that takes no steps. */
  renewAt: number
}

type Json = Readonly<Record<string, unknown>>

const limits = { timeoutMs: 10_000, maxBodyBytes: 1024 * 1024 }
/** The share of its life after which a token is renewed. */
const renewalShare = 0.6

export class VaultClient {
  readonly #settings: VaultSettings
  readonly #mounts: { path: string; isVersion2: boolean }[] = []
  #pool: ConnectionPool | undefined
  #token: Promise<VaultToken> | undefined

  constructor(settings: VaultSettings) {
    this.#settings = settings
  }

  /** Reads a path. Rejects with a `VaultError`. */
  async read(path: string): Promise<VaultSecret> {
    const mount = await this.#findMount(path)
    const inner = mount.isVersion2 ? `${mount.path}data/${path.slice(mount.path.length)}` : path
    const response = await this.#ask('GET', `/v1/${inner}`, path)
    const data = membersOf(mount.isVersion2 ? membersOf(response.data).data : response.data)
    if (Object.keys(data).length === 0) throw new VaultError(`there is no secret at "${path}"`, 404)
    return { data, lease: readLease(response) }
  }

  /** Extends a lease. Rejects with a `VaultError` when the vault does not extend it. */
  async renew({ id }: VaultLease): Promise<VaultLease> {
    const lease = readLease(await this.#ask('PUT', '/v1/sys/leases/renew', 'the lease', { lease_id: id }))
    if (!lease || lease.durationMs === 0) throw new VaultError('the vault does not extend the lease', 400)
    return lease
  }

  async close(): Promise<void> {
    await this.#pool?.close()
  }

  /** Finds out whether a path belongs to KV version 2, as the command line of the vault does. */
  async #findMount(path: string) {
    const known = this.#mounts.find((each) => path.startsWith(each.path))
    if (known) return known
    const looking = this.#ask('GET', `/v1/sys/internal/ui/mounts/${path}`, path)
    const response = await looking.catch((error: VaultError) => {
      if (error.status === 404) return { data: undefined } // an older vault
      throw error
    })
    const { path: prefix, type, options } = membersOf(response.data)
    const isVersion2 = type === 'kv' && membersOf(options).version === '2'
    if (typeof prefix !== 'string' || prefix === '') return { path: '', isVersion2 }
    const mount = { path: prefix, isVersion2 }
    this.#mounts.push(mount)
    return mount
  }

  /** Sends a request with the token; once more with a new one when the token is not valid any longer. */
  async #ask(method: 'GET' | 'PUT', path: string, what: string, body?: object): Promise<Json> {
    const used = await this.#findToken()
    try {
      return await this.#send(method, path, what, used.text, body)
    } catch (error) {
      if ((error as VaultError).status !== 403 || (await this.#isValid(used.text))) throw error
      this.#token = undefined
      const next = await this.#findToken()
      return this.#send(method, path, what, next.text, body)
    }
  }

  /** Tells a token that has expired from one whose policy forbids a path: both are 403. */
  async #isValid(text: string): Promise<boolean> {
    return this.#send('GET', '/v1/auth/token/lookup-self', 'the token', text).then(
      () => true,
      (error: VaultError) => error.status !== 403,
    )
  }

  async #findToken(): Promise<VaultToken> {
    const current = await this.#token
    if (current && performance.now() < current.renewAt) return current
    this.#token = (current ? this.#renewToken(current.text) : this.#signIn()).catch((error) => {
      this.#token = undefined
      throw error
    })
    return this.#token
  }

  /** Renews a token. One that cannot be renewed is replaced. */
  async #renewToken(text: string): Promise<VaultToken> {
    try {
      return readToken(await this.#send('PUT', '/v1/auth/token/renew-self', 'the token', text, {}))
    } catch {
      return this.#signIn()
    }
  }

  async #signIn(): Promise<VaultToken> {
    const { auth, role, authPath, jwtFile, readCredential } = this.#settings
    if (auth === 'token') {
      const text = readCredential()
      const { data } = await this.#send('GET', '/v1/auth/token/lookup-self', 'the token', text)
      const { ttl, renewable } = membersOf(data)
      return { text, renewAt: renewable === true ? renewalTime(ttl) : Number.POSITIVE_INFINITY }
    }
    const body =
      auth === 'approle'
        ? { role_id: role, secret_id: readCredential() }
        : { role, jwt: readRegularFile(jwtFile).toString().trim() }
    return readToken(await this.#send('PUT', `/v1/auth/${authPath}/login`, `the role ${role}`, undefined, body))
  }

  async #send(method: string, path: string, what: string, token: string | undefined, body?: object): Promise<Json> {
    const { url, namespace } = this.#settings
    const payload = body && Buffer.from(JSON.stringify(body))
    const headers = ['Host', url.host, 'Accept', 'application/json', 'X-Vault-Request', 'true']
    if (token !== undefined) headers.push('X-Vault-Token', token)
    if (namespace !== '') headers.push('X-Vault-Namespace', namespace)
    if (payload) headers.push('Content-Type', 'application/json', 'Content-Length', String(payload.length))
    const base = url.pathname.replace(/\/$/, '')
    const found = await this.#exchange({ method, path: base + path, headers, body: payload })
    if (found.status < 300) return parseBody(found.body)
    throw new VaultError(describeRefusal(found.status, what, parseBody(found.body)), found.status)
  }

  async #exchange(request: OutgoingRequest) {
    const { url, caFile } = this.#settings
    try {
      const tls = caFile === '' ? undefined : { ca: readRegularFile(caFile).toString(), rejectUnauthorized: true }
      this.#pool ??= openUndiciPool(url.origin, tls && { tls })
      return await fetchWholeResponse(this.#pool, request, limits)
    } catch (cause) {
      const message = `the vault at ${url.origin} cannot be reached (${(cause as Error).message}): start it, or correct SLUICE_VAULT_ADDR`
      throw new VaultError(message, undefined, { cause })
    }
  }
}

function describeRefusal(status: number, what: string, body: Json): string {
  const errors = Array.isArray(body.errors) ? body.errors.filter((each) => typeof each === 'string') : []
  const reason = errors.length > 0 ? ` (${errors.join('; ').slice(0, 200)})` : ''
  if (status === 404) return `there is no secret at "${what}"`
  if (status === 400 || status === 403)
    return `the vault refuses access to ${what}${reason}: the policy of the token must allow "read", and the settings SLUICE_VAULT_* must be valid`
  if (status === 503) return `the vault is sealed or in maintenance${reason}`
  return `the vault responded with status ${status}${reason}`
}

function readToken({ auth }: Json): VaultToken {
  const { client_token: text, lease_duration: seconds } = membersOf(auth)
  if (typeof text !== 'string') throw new VaultError('the response of the vault has no token')
  return { text, renewAt: renewalTime(seconds) }
}

/** A token of no life, such as a root token, does not expire. */
function renewalTime(seconds: unknown): number {
  return Number(seconds) > 0 ? performance.now() + Number(seconds) * 1_000 * renewalShare : Number.POSITIVE_INFINITY
}

function readLease({ lease_id: id, renewable, lease_duration: seconds }: Json): VaultLease | undefined {
  if (typeof id !== 'string' || id === '') return undefined
  return { id, isRenewable: renewable === true, durationMs: Number(seconds) * 1_000 || 0 }
}

const parseBody = (body: Buffer) => membersOf(attempt(() => parseForeignJson(body)))
