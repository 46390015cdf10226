/** The secrets of `$vault{}`, in the environment of the documents. While the vault is away, old values stay. */
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import { nameSecret } from '../../config/index.ts'
import type { SecretEnvironment, SecretSource } from '../../contract/secret-source.ts'
import { readVaultSettings, type VaultSettings } from '../../runtime/settings/vault-settings.ts'
import { VaultClient, type VaultError, type VaultLease } from './vault-client.ts'

interface KnownPath {
  keys: Set<string>
  lease: VaultLease | undefined
  /** When the lease must be renewed, in milliseconds of a clock that takes no steps. */
  renewAt: number
}

/** The share of its life after which a lease is renewed. */
const renewalShare = 0.5

export class VaultSecrets implements SecretSource {
  readonly #environment: SecretEnvironment
  readonly #paths = new Map<string, KnownPath>()
  #settings: VaultSettings | undefined
  #client: VaultClient | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(environment: SecretEnvironment) {
    this.#environment = environment
  }

  /** Fetches secrets that the environment lacks, or the reasons for missing ones. Returns whether it lacked one. */
  async fetchMissing(references: readonly string[]): Promise<boolean> {
    const missing = references.filter((each) => this.#environment[nameSecret(each)] === undefined)
    if (missing.length === 0) return false
    for (const each of missing) this.#addReference(each)
    for (const path of new Set(missing.map((each) => splitReference(each).path)))
      await this.#fetchPath(path).catch(() => {})
    return true
  }

  /** Looks for changed secrets from time to time, and renews leases. */
  follow({ log, metrics, onChange }: Parameters<SecretSource['follow']>[0]): void {
    const record = openVaultMetrics(metrics)
    const look = async () => {
      const { isChanged, error } = await this.#refresh()
      record(error === undefined)
      if (error)
        log.warn({ reason: error.message }, 'secrets of the vault cannot be read: their last values stay in use')
      if (isChanged) onChange()
      schedule()
    }
    const schedule = () => {
      this.#timer = setTimeout(() => void look(), this.#nextLookMs()).unref()
    }
    schedule()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.close()
  }

  #nextLookMs(): number {
    const leases = [...this.#paths.values()].map(({ renewAt }) => renewAt - performance.now())
    return Math.max(1_000, Math.min(this.#settings?.refreshMs ?? 60_000, ...leases))
  }

  #addReference(reference: string): void {
    const { path, key } = splitReference(reference)
    const unused = { keys: new Set<string>(), lease: undefined, renewAt: Number.POSITIVE_INFINITY }
    const known = this.#paths.get(path) ?? unused
    known.keys.add(key)
    this.#paths.set(path, known)
  }

  async #refresh(): Promise<{ isChanged: boolean; error: VaultError | undefined }> {
    let isChanged = false
    let error: VaultError | undefined
    for (const [path, known] of this.#paths) {
      try {
        if (known.lease && (performance.now() < known.renewAt || (await this.#renewLease(known)))) continue
        if (await this.#fetchPath(path)) isChanged = true
      } catch (failure) {
        error = failure as VaultError
      }
    }
    return { isChanged, error }
  }

  /** Returns false when the lease cannot be extended, so that the secret must be read again. */
  async #renewLease(known: KnownPath): Promise<boolean> {
    if (!known.lease?.isRenewable) return false
    try {
      setLease(known, await this.#getClient().renew(known.lease))
      return true
    } catch (error) {
      if ((error as VaultError).status === undefined) throw error // the vault is away; the lease may still be valid
      return false
    }
  }

  /** Reads a path and sets its values. Returns whether one has changed. Rejects when the path cannot be read. */
  async #fetchPath(path: string): Promise<boolean> {
    const known = this.#paths.get(path) as KnownPath
    let isChanged = false
    try {
      const { data, lease } = await this.#getClient().read(path)
      setLease(known, lease)
      for (const key of known.keys) {
        const name = nameSecret(`${path}#${key}`)
        const value = Object.hasOwn(data, key) ? data[key] : undefined
        const text = typeof value === 'object' || value === undefined ? undefined : String(value)
        // A key that was removed keeps its last value, as during an outage, and is an error only where there is none.
        this.#setError(
          path,
          key,
          `the secret has no text with the key "${key}"; it has ${Object.keys(data).join(', ')}`,
        )
        if (text === undefined || this.#environment[name] === text) continue
        this.#environment[name] = text
        isChanged = true
      }
    } catch (error) {
      for (const key of known.keys) this.#setError(path, key, (error as Error).message)
      throw error
    }
    return isChanged
  }

  #setError(path: string, key: string, reason: string): void {
    this.#environment[nameSecret(`${path}#${key}`, 'error')] = reason
  }

  #getClient(): VaultClient {
    this.#settings ??= readVaultSettings(this.#environment)
    if (!this.#settings) throw new Error('no vault is configured: set SLUICE_VAULT_ADDR')
    this.#client ??= new VaultClient(this.#settings)
    return this.#client
  }
}

function setLease(known: KnownPath, lease: VaultLease | undefined): void {
  known.lease = lease
  known.renewAt = lease ? performance.now() + lease.durationMs * renewalShare : Number.POSITIVE_INFINITY
}

function splitReference(reference: string): { path: string; key: string } {
  const [path = '', key = ''] = reference.split('#')
  return { path, key }
}

/** Returns the function that records a look for changed secrets. */
function openVaultMetrics(registry: Registry): (isOk: boolean) => void {
  const looks = registry.counter('sluice_vault_refreshes_total', 'Looks for changed secrets of the vault, by result', [
    'result',
  ])
  const stale = registry.gauge(
    'sluice_vault_unavailable',
    '1 while secrets of the vault cannot be read and their last values are in use',
  )
  return (isOk) => {
    looks.inc({ result: isOk ? 'ok' : 'failed' })
    stale.set(isOk ? 0 : 1)
  }
}
