/** The verbs of `sluice keys`. They work beside running gateways, which notice the change at once. */
import { dayMs } from '../../../../shared/lib/time/durations.ts'
import { renderTime } from '../../../../shared/lib/time/render-time.ts'
import { openStateStore } from '../../../../shared/storage/index.ts'
import type { FoundProvider } from '../../../cli/common/find-provider.ts'
import {
  openSigningKeyManager,
  parsePrivateJwk,
  type SigningKey,
  type SigningKeyDescription,
  type SigningKeyManager,
} from '../../../oauth/index.ts'
import type { Settings } from '../../../runtime/settings/index.ts'
import { openAuditTrail, type WriteAuditEntry } from '../../../telemetry/audit/index.ts'

export interface KeysOptions {
  keys: SigningKeyManager
  /** The qualified name of the provider. */
  provider: string
  audit: WriteAuditEntry
  /** The age in days of the newest key below which `rotate` does nothing; 0 rotates in any case. */
  minAgeDays: number
  now: number
  json: boolean
  /** Reads the file of a key. */
  readFile(file: string): Promise<string>
  write(text: string): void
}

/** Opens the keys of a provider in the store, runs a function with them, and closes the store. */
export async function runWithKeys<T>(
  { catalog, settings }: FoundProvider,
  { store: location, audit }: Pick<Settings, 'store' | 'audit'>,
  use: (deps: Pick<KeysOptions, 'keys' | 'audit' | 'now'>) => Promise<T>,
): Promise<T> {
  const { store, clock } = await openStateStore(location)
  try {
    const keys = openSigningKeyManager({ catalog, settings, store, clock })
    return await use({ keys, audit: openAuditTrail(audit), now: clock() })
  } finally {
    await store.close()
  }
}

/** The verbs. Each returns the exit status, and rejects with a message for the user. */
const verbs = { list, rotate, import: importKey, remove }

export type KeysVerb = keyof typeof verbs

/** Runs a verb. Returns the exit status; rejects with a message for the user. */
export async function runKeysVerb(verb: KeysVerb, argument: string, options: KeysOptions): Promise<number> {
  return verbs[verb](options, argument)
}

async function list({ keys, provider, json, write }: KeysOptions): Promise<number> {
  const rows = (await keys.describe()).map(renderKey)
  if (json) write(`${JSON.stringify(rows, null, 2)}\n`)
  else if (rows.length === 0) write(`${provider} has no key yet: the first start of the gateway creates one\n`)
  else for (const { kid, text } of rows.map(renderLine)) write(`${kid}  ${text}\n`)
  return 0
}

async function rotate(options: KeysOptions): Promise<number> {
  const { keys, provider, audit, now, minAgeDays, json, write } = options
  const newest = (await keys.list()).at(-1)
  if (minAgeDays > 0 && newest && now - newest.activeFrom < minAgeDays * dayMs) {
    const facts = { provider, kid: newest.kid, activeFrom: renderTime(newest.activeFrom), rotated: false }
    const text = `${newest.kid} of ${provider} is younger than ${minAgeDays} days: nothing was rotated\n`
    write(json ? `${JSON.stringify(facts)}\n` : text)
    return 0
  }
  const key = await keys.rotate()
  await audit('keys rotate', { provider, kid: key.kid })
  await printNewKey(key, options)
  return 0
}

async function importKey(options: KeysOptions, file: string): Promise<number> {
  const { keys, provider, audit } = options
  const jwk = parsePrivateJwk(await options.readFile(file), file)
  const key = await keys.import(jwk)
  await audit('keys import', { provider, kid: key.kid })
  await printNewKey(key, options)
  return 0
}

async function printNewKey(key: SigningKey, { keys, provider, now, json, write }: KeysOptions): Promise<void> {
  if (json) {
    write(`${JSON.stringify({ provider, kid: key.kid, activeFrom: renderTime(key.activeFrom) })}\n`)
    return
  }
  const until = (await keys.list()).at(-2)?.expiresAt
  write(`${key.kid} signs the tokens of ${provider} in ${Math.ceil((key.activeFrom - now) / 1000)} s\n`)
  if (until !== undefined)
    write(`tokens of older keys stay valid until they expire, at the latest at ${renderTime(until)}\n`)
}

async function remove({ keys, provider, audit, json, write }: KeysOptions, kid: string): Promise<number> {
  await keys.remove(kid)
  await audit('keys remove', { provider, kid })
  write(json ? `${JSON.stringify({ provider, removed: kid })}\n` : `the gateway rejects tokens that ${kid} signed\n`)
  return 0
}

/** Returns the members of a key in JSON. Times that are not known are absent. */
function renderKey(key: SigningKeyDescription) {
  const { kid, algorithm, use, state, source, isRemoved } = key
  const times = (['createdAt', 'activeFrom', 'firstUsedAt', 'lastUsedAt', 'expiresAt'] as const)
    .filter((name) => key[name] !== undefined)
    .map((name) => [name, renderTime(key[name] as number)] as const)
  return {
    kid,
    algorithm,
    use,
    state,
    source,
    ...(Object.fromEntries(times) as Partial<Record<(typeof times)[number][0], string>>),
    removed: isRemoved || undefined,
  }
}

function renderLine(key: ReturnType<typeof renderKey>) {
  const { kid, state, source, activeFrom, expiresAt, lastUsedAt, removed } = key
  const facts = [
    `${state}${expiresAt ? ` ${state === 'retired' ? 'since' : 'until'} ${expiresAt}` : ''}`,
    `active from ${activeFrom}`,
    lastUsedAt ? `last used ${lastUsedAt}` : 'not used yet',
    ...(source === 'store' ? [] : [`from ${sourceTitles[source]}`]),
    ...(removed ? ['removed'] : []),
  ]
  return { kid, text: facts.join(', ') }
}

const sourceTitles = { file: 'a file', environment: 'the environment', signer: 'an external signer' } as const
