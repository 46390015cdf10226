/** Manages the signing keys of a provider beside a running gateway, whose workers notice within half a second. */
import { type JsonWebKey, randomUUID } from 'node:crypto'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { Catalog, ProviderSettings, SigningKeySource } from '../../config/types/index.ts'
import { saveStateEvent } from '../state/change-events.ts'
import { buildStorageKeys } from '../state/storage-keys.ts'
import { describeSigningKeys, type SigningKeyDescription } from './describe-signing-keys.ts'
import { readPublishedKeys } from './published-keys.ts'
import { readRetiredSigningKeys, saveRetiredSigningKey } from './retired-signing-keys.ts'
import { activationDelayMs, computeKeyId, type SigningKey } from './signing-key.ts'
import { readSigningKeyUses } from './signing-key-uses.ts'
import {
  formatKeySequence,
  generateStoredKey,
  parseStoredKey,
  readStoredKeys,
  renderStoredKey,
  retireStoredKeys,
  type StoredSigningKey,
} from './stored-keys.ts'

/** Another process has added a signing key at the same time. */
export class SimultaneousRotationError extends Error {
  override name = 'SimultaneousRotationError'

  constructor() {
    super('another process is rotating the keys of this provider; try again')
  }
}

/** The dependencies of `openSigningKeyManager`. */
export interface SigningKeyManagerOptions {
  catalog: Pick<Catalog, 'path'>
  settings: Pick<ProviderSettings, 'basePath' | 'accessToken' | 'signingKeys'> &
    Partial<Pick<ProviderSettings, 'keyRotation'>>
  store: StateStore
  clock: Clock
}

type StoredEntry = Awaited<ReturnType<StateStore['list']>>[number]

/** Creates the stored form of a key. Times are in milliseconds since the epoch. */
type CreateStoredKey = (activeFrom: number, createdAt: number) => StoredSigningKey

/** Lists, rotates and removes the signing keys of one provider. */
export type SigningKeyManager = ReturnType<typeof openSigningKeyManager>

/** Opens the signing keys of a provider without opening the provider. */
export function openSigningKeyManager({ catalog, settings, store, clock }: SigningKeyManagerOptions) {
  const storageKeys = buildStorageKeys(`${catalog.path}${settings.basePath}`)
  const isStored = settings.signingKeys.kind === 'store'

  return {
    /** Returns the valid keys, oldest first. The last key signs, from its `activeFrom` on. */
    list: listKeys,

    /** Returns the retired and the valid keys with their states and times, each oldest first. */
    async describe(): Promise<SigningKeyDescription[]> {
      const [keys, retired] = await Promise.all([listKeys(), readRetiredSigningKeys(store, storageKeys)])
      const kids = new Set([...retired, ...keys].map(({ kid }) => kid))
      const uses = await Promise.all(
        [...kids].map(async (kid) => [kid, await readSigningKeyUses({ store, storageKeys }, kid)] as const),
      )
      return describeSigningKeys(keys, retired, new Map(uses), clock())
    },

    /**
     * Creates and returns a new key. The previous key verifies until the last token that it signed has expired. Throws
     * `SimultaneousRotationError`, and when the keys are not in the store.
     */
    rotate: (): Promise<SigningKey> => changeStored(generateStoredKey),

    /**
     * Rotates when the newest key has signed for this long. Returns undefined when it is younger, when another process
     * rotates at the same time, or when the keys are not in the store.
     */
    async rotateWhenOlder(minAgeMs: number): Promise<SigningKey | undefined> {
      if (!isStored) return undefined
      const before = await store.list(storageKeys.keys)
      const newest = before.at(-1)
      if (newest && clock() - parseStoredKey(newest.entry).activeFrom < minAgeMs) return undefined
      return addKey(before, generateStoredKey)
    },

    /** Stores a private key and returns it; it signs as after `rotate`. Throws as `rotate` does, and for a key that is there. */
    async import(jwk: JsonWebKey): Promise<SigningKey> {
      const kid = computeKeyId(jwk)
      if ((await listKeys()).some((each) => each.kid === kid))
        throw new Error(`the key ${kid} is one of the keys of this provider already`)
      return changeStored((activeFrom, createdAt) => renderStoredKey(jwk, activeFrom, createdAt))
    },

    /** Removes a key. Its tokens are rejected at once. Throws for an unknown key id and for the newest key of the store. */
    async remove(kid: string): Promise<void> {
      const kept = await store.list(storageKeys.keys)
      const stored = kept.map(({ entry }) => parseStoredKey(entry))
      const at = stored.findIndex((key) => key.kid === kid)
      const [entry, key] = [kept[at], stored[at]]
      if (!entry || !key) return removePublished(kid)
      if (isStored && at === stored.length - 1)
        throw new Error('the newest key signs: rotate first, then remove this one')

      await store.remove(storageKeys.keys, entry.key)
      await publishChange()
      await saveRetiredSigningKey(store, storageKeys, key, { expiresAt: clock(), isRemoved: true })
    },
  }

  async function listKeys(): Promise<SigningKey[]> {
    const [stored, published] = await Promise.all([
      readStoredKeys(store, storageKeys.keys),
      readPublishedKeys(store, storageKeys.publicKeys),
    ])
    published.sort((a, b) => a.activeFrom - b.activeFrom)
    return isStored ? [...published, ...stored] : [...stored, ...published]
  }

  /** Adds a key to the store. Throws `SimultaneousRotationError`, and for keys outside the store. */
  async function changeStored(create: CreateStoredKey): Promise<SigningKey> {
    const { signingKeys: source } = settings
    if (source.kind !== 'store') throw new Error(`${describeSource(source)}: change them there`)
    const key = await addKey(await store.list(storageKeys.keys), create)
    if (!key) throw new SimultaneousRotationError()
    return key
  }

  /** Adds a key after those that the store had. Returns undefined when another process has added one meanwhile. */
  async function addKey(before: readonly StoredEntry[], create: CreateStoredKey): Promise<SigningKey | undefined> {
    const { leadSeconds = 0 } = settings.keyRotation ?? {}
    const activeFrom = clock() + Math.max(activationDelayMs, leadSeconds * 1000)
    const place = formatKeySequence(Number(before.at(-1)?.key ?? 0) + 1)
    if (!(await store.create(storageKeys.keys, place, create(activeFrom, clock())))) return undefined

    await retireStoredKeys(store, storageKeys, before, activeFrom + settings.accessToken.ttl * 1000)
    await publishChange()
    return (await readStoredKeys(store, storageKeys.keys)).at(-1) as SigningKey
  }

  async function removePublished(kid: string): Promise<void> {
    const all = await listKeys()
    const key = all.find((each) => each.kid === kid)
    if (!key)
      throw new Error(`there is no key "${kid}"; the keys are ${all.map((each) => each.kid).join(', ') || 'none'}`)
    await store.remove(storageKeys.publicKeys, kid)
    await publishChange()
    await saveRetiredSigningKey(store, storageKeys, key, { expiresAt: clock(), isRemoved: true })
  }

  async function publishChange(): Promise<void> {
    await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event: { keys: true } })
  }
}

function describeSource(source: Exclude<SigningKeySource, { kind: 'store' }>): string {
  switch (source.kind) {
    case 'file':
      return `the keys of this provider are in ${source.path}`
    case 'environment':
      return `the key of this provider is in the environment variable ${source.variable} of the gateway`
    case 'signer':
      return `the keys of this provider are at the external signer ${source.url}`
  }
}
