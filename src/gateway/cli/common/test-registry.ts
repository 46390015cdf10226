/** `sluice registry test NAME`: signs a user in as the gateway does, and reports the result. */
import type { Log } from '../../../shared/lib/output/log.ts'
import {
  type LocalRegistrySettings,
  openUserRegistries,
  RegistryUnavailableError,
  type User,
} from '../../../shared/registries/index.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { Catalog, RegistrySettings } from '../../config/types/index.ts'
import { findRegistry, type RegistrySearch } from './find-registry.ts'

export interface RegistryTestOptions extends Pick<RegistrySearch, 'configFolder' | 'environment' | 'parts' | 'name'> {
  user: string
  password(): Promise<string>
  json: boolean
  log: Log
  /** Opens the store of the gateway, for registries whose users are there. */
  openStore(): Promise<StateStore>
  write(text: string): void
}

interface Result {
  registry: string
  type: string
  outcome: 'accepted' | 'refused' | 'unavailable'
  milliseconds: number
  /** The user data of the registry, for an accepted user. */
  user?: User
  /** Why the registry is unavailable. */
  reason?: string
}

/** Runs the test. Returns 0 when the registry accepts the user, else 1; rejects with a message for the user. */
export async function testRegistry(options: RegistryTestOptions): Promise<number> {
  const { registry, catalog } = await findRegistry(options)
  const password = await options.password()
  const { users } = registry.settings as Partial<LocalRegistrySettings>
  const store = users === 'store' ? await options.openStore() : undefined
  const registries = openRegistry(registry, catalog, options.log, store)

  try {
    const begun = performance.now()
    const verdict = await registries.all
      .get(registry.name)
      ?.authenticate(options.user, password)
      .then(describeVerdict, describeFailure)
    const result = {
      registry: registry.name,
      type: registry.type,
      milliseconds: Math.round(performance.now() - begun),
      ...verdict,
    } as Result
    options.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : render(result, options.user))
    return result.outcome === 'accepted' ? 0 : 1
  } finally {
    await registries.close()
    await store?.close()
  }
}

/** Opens one registry, with the TLS profiles of its catalog. Throws when it cannot be opened. */
export function openRegistry(registry: RegistrySettings, catalog: Catalog, log: Log, store?: StateStore) {
  return openUserRegistries([registry], {
    store,
    log,
    tls(profile) {
      const found = catalog.tlsProfiles.get(profile)
      if (!found) throw new Error(`catalog ${catalog.name} enables no TLS profile "${profile}"`)
      return found
    },
  })
}

function describeVerdict(user: User | undefined): Pick<Result, 'outcome' | 'user'> {
  return user ? { outcome: 'accepted', user } : { outcome: 'refused' }
}

function describeFailure(error: unknown): Pick<Result, 'outcome' | 'reason'> {
  if (!(error instanceof RegistryUnavailableError)) throw error
  return { outcome: 'unavailable', reason: error.message }
}

function render({ registry, type, outcome, milliseconds, user, reason }: Result, name: string): string {
  const after = `after ${milliseconds} ms`
  if (outcome === 'unavailable') {
    return `unavailable ${after}: ${reason}\nCallers receive status 503, and no attempt counts as a wrong password.\n`
  }
  if (!user) return `rejected ${after}: the name or password of ${name} is wrong at ${registry} (${type})\n`

  const { credential, metadata, selectedScope } = user
  const lines = [
    `accepted ${after}: ${name} signed in at ${registry} (${type})`,
    `  name in tokens     ${credential}`,
    ...(metadata?.accessToken === undefined ? [] : [`  inside the token   ${metadata.accessToken}`]),
    ...(metadata?.payload === undefined ? [] : [`  beside the token   ${metadata.payload}`]),
    ...(selectedScope === undefined ? [] : [`  scope instead      ${selectedScope}`]),
  ]
  return `${lines.join('\n')}\n`
}
