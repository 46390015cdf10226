/** The signing keys of a file, a variable or an external signer. This process publishes their public halves. */
import { randomUUID } from 'node:crypto'
import { minuteMs } from '../../../shared/lib/time/durations.ts'
import { findStoreRetryAfter } from '../../../shared/storage/index.ts'
import { saveStateEvent } from '../state/change-events.ts'
import type { KeySupply } from './key-supply.ts'
import { KeySourceError, type SuppliedKey } from './parse-keys.ts'
import { publishKeys, readPublishedKeys } from './published-keys.ts'
import { activationDelayMs, type SigningKey, SigningUnavailableError } from './signing-key.ts'
import type { FailureLog, SigningKeysOptions } from './signing-keys.ts'
import { retireStoredKeys } from './stored-keys.ts'

/** How often the published keys are renewed, in milliseconds. */
const renewIntervalMs = minuteMs

/** Reads the keys of one source. */
export type SuppliedKeys = ReturnType<typeof openSuppliedKeys>

/** Returns the keys of a source. Nothing is loaded before the first call. */
export function openSuppliedKeys(
  supply: KeySupply,
  options: Omit<SigningKeysOptions, 'supply'> & { failures: FailureLog },
) {
  const { store, storageKeys, clock, log, tokenLifetimeMs, failures } = options
  let last: { keys: readonly SigningKey[]; ids: string; publishedAt: number } | undefined

  return {
    /**
     * Returns the keys as they are published. While the source fails, these are the last ones; after a start, the keys that
     * an earlier process has published, which verify and do not sign. Throws `KeySourceError` when there are none, and when
     * the store fails.
     */
    async read(): Promise<readonly SigningKey[]> {
      let loaded: readonly SuppliedKey[]
      try {
        loaded = await load()
      } catch (error) {
        return readLast(error as Error)
      }
      return publish(loaded).catch((error: unknown) => useUnpublished(loaded, error))
    },

    /** Returns keys that have changed or must be republished; or undefined. Throws `KeySourceError` and store errors. */
    async readIfDue(): Promise<readonly SigningKey[] | undefined> {
      const loaded = await load()
      const isCurrent = last?.ids === idsOf(loaded) && clock() - last.publishedAt < renewIntervalMs
      return isCurrent ? undefined : publish(loaded)
    },
  }

  async function load(): Promise<readonly SuppliedKey[]> {
    const loaded = await supply.load()
    if (loaded.some(({ sign }) => sign)) return loaded
    throw new KeySourceError('the signing keys are public keys only: one must be a private key')
  }

  /**
   * Returns the keys that cannot be published because the store is away, when a copy of it has published keys. A key that
   * the copy does not have waits as a new one does; `readIfDue` publishes it. Otherwise throws the error of the store.
   */
  async function useUnpublished(loaded: readonly SuppliedKey[], error: unknown): Promise<readonly SigningKey[]> {
    if (findStoreRetryAfter(error) === undefined) throw error
    const published = await readPublishedKeys(store, storageKeys.publicKeys)
    if (published.length === 0) throw error
    failures.report(error as Error)
    return loaded.map((key) => {
      const known = published.find(({ kid }) => kid === key.kid)
      return {
        ...key,
        source: supply.kind,
        createdAt: known?.createdAt ?? clock(),
        activeFrom: known?.activeFrom ?? clock() + activationDelayMs,
        expiresAt: undefined,
      }
    })
  }

  /** Returns the keys to use while the source fails. Throws the error of the source when there are none. */
  async function readLast(error: Error): Promise<readonly SigningKey[]> {
    const keys = last?.keys ?? (await readPublished(error))
    if (keys.length === 0) throw error
    failures.report(error)
    return keys
  }

  /** Returns the keys of earlier processes. To sign with one of them fails with the reason for which the source failed. */
  async function readPublished({ message }: Error): Promise<SigningKey[]> {
    const sign = () => {
      throw new SigningUnavailableError(message)
    }
    return (await readPublishedKeys(store, storageKeys.publicKeys)).map((key) => ({ ...key, sign }))
  }

  async function publish(loaded: readonly SuppliedKey[]): Promise<readonly SigningKey[]> {
    const now = clock()
    const activeFrom = (await hasPublishedKeys()) ? now + activationDelayMs : now
    const { keys, hasNew } = await publishKeys(loaded, activeFrom, {
      store,
      kind: storageKeys.publicKeys,
      clock,
      tokenLifetimeMs,
      source: supply.kind,
    })
    await retireStoredKeys(store, storageKeys, await store.list(storageKeys.keys), now + tokenLifetimeMs)
    last = { keys, ids: idsOf(loaded), publishedAt: now }
    if (hasNew) {
      log.info({ keys: loaded.map(({ kid }) => kid), source: supply.kind }, 'new signing keys were read')
      await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event: { keys: true } })
    }
    return keys
  }

  /** Returns whether a process already verifies tokens of the provider, so that a new key has to wait. */
  async function hasPublishedKeys(): Promise<boolean> {
    const lists = await Promise.all([store.list(storageKeys.keys), store.list(storageKeys.publicKeys)])
    return lists.some((list) => list.length > 0)
  }
}

function idsOf(keys: readonly SuppliedKey[]): string {
  return keys.map(({ kid, sign }) => `${kid} ${sign !== undefined}`).join('\n')
}
