/**
 * The signing keys of a provider: those of the store, or those of a file, a variable or an external signer. Every
 * process reads them, and they change without a restart.
 *
 * The newest key signs. Older keys verify until the tokens that they signed have expired.
 */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { StorageKeys } from '../state/storage-keys.ts'
import type { KeySupply } from './key-supply.ts'
import { readPublishedKeys } from './published-keys.ts'
import type { SigningKey, SignText } from './signing-key.ts'
import { createKeyIfNone, readStoredKeys } from './stored-keys.ts'
import { openSuppliedKeys, type SuppliedKeys } from './supplied-keys.ts'

/** A key that signs in this process. */
export type ActiveKey = SigningKey & { sign: SignText }

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

/** The signing keys of one provider, in memory. */
export type SigningKeys = Awaited<ReturnType<typeof openSigningKeys>>

/** Reads the keys; without a supply, creates the first one. Throws when the store fails or the supply has no key. */
export async function openSigningKeys(options: SigningKeysOptions) {
  const { store, storageKeys, clock, log, supply } = options
  const expiryOf = (key: SigningKey) => key.expiresAt ?? Number.POSITIVE_INFINITY
  let keys: readonly SigningKey[] = []
  let signers: readonly ActiveKey[] = []
  const failures = openFailureLog(log)
  const source = supply && openSuppliedKeys(supply, { ...options, failures })

  if (!source) await createKeyIfNone(store, storageKeys.keys, clock())
  await reload()
  const timer = source && setInterval(() => void refresh(source), supply.refreshIntervalMs).unref()

  return {
    /** Returns the key that signs at this moment. */
    current,
    /** Returns the key with an id, unless it has expired. */
    find(kid: string): SigningKey | undefined {
      const key = keys.find((each) => each.kid === kid)
      return key && expiryOf(key) > clock() ? key : undefined
    },
    /** Returns the keys that have not expired, oldest first. */
    all(): readonly SigningKey[] {
      const now = clock()
      return keys.filter((key) => expiryOf(key) > now)
    },
    /** Reads the keys again. Throws when the store fails, and `KeySourceError`. */
    reload,
    close(): void {
      clearInterval(timer)
      supply?.close()
    },
  }

  function current(): ActiveKey {
    const now = clock()
    return signers.findLast((key) => key.activeFrom <= now) ?? (signers[0] as ActiveKey)
  }

  async function reload(): Promise<void> {
    await use(await source?.read())
  }

  /** Notices changed keys. While the source or the store fails, the last keys stay in use. */
  async function refresh(supplied: SuppliedKeys): Promise<void> {
    try {
      const read = await supplied.readIfDue()
      if (read) await use(read)
      failures.clear()
    } catch (error) {
      failures.report(error as Error)
    }
  }

  /** Uses supplied keys, or those of the store, and the public keys of the other processes. */
  async function use(supplied: readonly SigningKey[] | undefined): Promise<void> {
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
}

function canSign(key: SigningKey): key is ActiveKey {
  return key.sign !== undefined
}

export type FailureLog = ReturnType<typeof openFailureLog>

/** Returns a log of failures: each reason is logged once until it changes, and then the first success. */
function openFailureLog(log: Log) {
  let reason: string | undefined

  return {
    report({ message }: Error): void {
      if (message !== reason)
        log.error({ reason: message }, 'the signing keys cannot be read; the last ones stay in use')
      reason = message
    },

    clear(): void {
      if (reason !== undefined) log.info('the signing keys can be read again')
      reason = undefined
    },
  }
}
