/**
 * The signing keys of a provider: those of the store, or those of a file, a variable or an external signer. Every
 * process reads them, and they change without a restart.
 *
 * The newest key signs. Older keys verify until the tokens that they signed have expired.
 */
import { randomUUID } from 'node:crypto'

import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import { saveStateEvent } from '../state/change-events.ts'
import type { StorageKeys } from '../state/storage-keys.ts'
import type { KeySupply } from './key-supply.ts'
import { KeySourceError, type SuppliedKey } from './parse-keys.ts'
import { publishKeys, readPublishedKeys } from './published-keys.ts'
import { activationDelayMs, type SigningKey, type SignText } from './signing-key.ts'
import { SigningUnavailableError } from './signing-unavailable-error.ts'
import { createKeyIfNone, readStoredKeys, retireStoredKeys } from './stored-keys.ts'

/** A key that signs in this process. */
export type ActiveKey = SigningKey & { sign: SignText }

/** The signing keys of one provider, in memory. */
export interface SigningKeys {
  /** Returns the key that signs at this moment. */
  current(): ActiveKey
  /** Returns the key with an id, unless it has expired. */
  find(kid: string): SigningKey | undefined
  /** Returns the keys that have not expired, oldest first. */
  all(): readonly SigningKey[]
  /** Reads the keys again. Throws when the store fails, and `KeySourceError`. */
  reload(): Promise<void>
  close(): void
}

/** The dependencies of `openSigningKeys`. */
export interface SigningKeysOptions {
  store: StateStore
  storageKeys: Pick<StorageKeys, 'keys' | 'publicKeys' | 'retiredKeys' | 'events'>
  clock: Clock
  log: Log
  /** The life of access tokens, in milliseconds. */
  tokenLifetimeMs: number
  /** Undefined when the private keys are in the store. */
  supply?: KeySupply | undefined
}

/** How often the published keys are renewed, in milliseconds. */
const renewIntervalMs = 60_000

/**
 * Reads the keys. Without a supply, it creates the first key when there is none. Throws when the store fails or the
 * supply has no key.
 */
export async function openSigningKeys(options: SigningKeysOptions): Promise<SigningKeys> {
  const { store, storageKeys, clock, log, supply, tokenLifetimeMs } = options
  const expiryOf = (key: SigningKey) => key.expiresAt ?? Number.POSITIVE_INFINITY
  let keys: readonly SigningKey[] = []
  let signers: readonly ActiveKey[] = []
  let supplied: readonly SigningKey[] | undefined
  let loadedIds = ''
  let renewedAt = Number.NEGATIVE_INFINITY
  let failure: string | undefined

  if (!supply) await createKeyIfNone(store, storageKeys.keys, clock())
  await reload()
  const timer = supply && setInterval(() => void refresh(supply), supply.refreshIntervalMs).unref()

  return {
    current,
    find(kid) {
      const key = keys.find((each) => each.kid === kid)
      return key && expiryOf(key) > clock() ? key : undefined
    },
    all() {
      const now = clock()
      return keys.filter((key) => expiryOf(key) > now)
    },
    reload,
    close() {
      clearInterval(timer)
      supply?.close()
    },
  }

  function current(): ActiveKey {
    const now = clock()
    return signers.findLast((key) => key.activeFrom <= now) ?? (signers[0] as ActiveKey)
  }

  async function reload(): Promise<void> {
    if (supply) supplied = await loadSupplied(supply)
    const [stored, published] = await Promise.all([
      readStoredKeys(store, storageKeys.keys),
      readPublishedKeys(store, storageKeys.publicKeys),
    ])
    const own = supplied ?? stored
    const added = own.filter(canSign)
    if (added.length === 0 && signers.length > 0) return // the last keys stay in use
    signers = [...retained(added, stored.filter(canSign)), ...added]
    const ids = new Set(own.map(({ kid }) => kid))
    const others = supplied ? [...stored, ...published] : published
    keys = [...others.filter(({ kid }) => !ids.has(kid)), ...own]
  }

  /**
   * Returns the key that signs until one of the new keys is active: the one that signs now, or at the start the last one of
   * the store, when the keys of a provider have moved from the store to another source.
   */
  function retained(added: readonly ActiveKey[], stored: readonly ActiveKey[]): ActiveKey[] {
    if (added.some(({ activeFrom }) => activeFrom <= clock())) return []
    const before = signers.length > 0 ? [current()] : stored.slice(-1)
    return before.filter(({ kid }) => !added.some((key) => key.kid === kid))
  }

  /**
   * Returns the supplied keys as they are published. While the source fails, these are the last ones; after a start, the
   * keys that an earlier process has published, which verify and do not sign.
   */
  async function loadSupplied(source: KeySupply): Promise<readonly SigningKey[]> {
    let loaded: readonly SuppliedKey[]
    try {
      loaded = await source.load()
      if (!loaded.some(({ sign }) => sign))
        throw new KeySourceError('the signing keys are public keys only: one must be a private key')
    } catch (error) {
      const published = supplied ? [] : await readPublishedKeys(store, storageKeys.publicKeys)
      if (!supplied && published.length === 0) throw error
      reportFailure(error as Error)
      return supplied ?? published.map((key) => ({ ...key, sign: () => reject(error as Error) }))
    }
    const now = clock()
    const activeFrom = (await hasPublishedKeys()) ? now + activationDelayMs : now
    const { keys: published, hasNew } = await publishKeys(loaded, activeFrom, {
      ...{ store, kind: storageKeys.publicKeys, clock, tokenLifetimeMs, source: source.kind },
    })
    await retireStoredKeys(store, storageKeys, await store.list(storageKeys.keys), now + tokenLifetimeMs)
    loadedIds = idsOf(loaded)
    renewedAt = now
    if (hasNew) {
      log.info({ keys: loaded.map(({ kid }) => kid), source: source.kind }, 'new signing keys were read')
      await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event: { keys: true } })
    }
    return published
  }

  /** Returns whether a process already verifies tokens of the provider, so that a new key has to wait. */
  async function hasPublishedKeys(): Promise<boolean> {
    const lists = await Promise.all([store.list(storageKeys.keys), store.list(storageKeys.publicKeys)])
    return lists.some((list) => list.length > 0)
  }

  /** Notices changed keys. While the source or the store fails, the last keys stay in use. */
  async function refresh(source: KeySupply): Promise<void> {
    try {
      const ids = idsOf(await source.load())
      if (ids !== loadedIds || clock() - renewedAt >= renewIntervalMs) await reload()
      if (failure !== undefined) log.info('the signing keys can be read again')
      failure = undefined
    } catch (error) {
      reportFailure(error as Error)
    }
  }

  function reportFailure({ message }: Error): void {
    if (message !== failure)
      log.error({ reason: message }, 'the signing keys cannot be read; the last ones stay in use')
    failure = message
  }
}

function reject({ message }: Error): never {
  throw new SigningUnavailableError(message)
}

function canSign(key: SigningKey): key is ActiveKey {
  return key.sign !== undefined
}

function idsOf(keys: readonly { kid: string; sign: unknown }[]): string {
  return keys.map(({ kid, sign }) => `${kid} ${sign !== undefined}`).join('\n')
}
