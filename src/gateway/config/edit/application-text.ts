/** Renders the document of a new application and changes single members of existing ones. */
import { basename, dirname, join } from 'node:path'
import { stringify } from 'yaml'
import {
  addYamlItem,
  readYamlValue,
  removeYamlItem,
  removeYamlMember,
  setYamlValue,
  type YamlPath,
} from '../../lib/yaml/yaml-text.ts'
import type { Application, Catalog, Credential, Subscription } from '../types/index.ts'
import { DocumentEditError } from './edit-document.ts'

/** Members of an application by their names in `Application`, not in snake case. Null removes a member. */
export type ApplicationSettings = Readonly<Record<string, string | readonly string[] | null | undefined>>

export interface NewApplication extends Pick<Application, 'name' | 'clientType'> {
  settings: ApplicationSettings
  /** The portal user who created the application. */
  owner?: string | undefined
  clientId: string
  /** The hash of the client secret; undefined for a public application. */
  secretHash: string | undefined
  /** When the secret expires, ISO 8601; undefined for a secret that does not expire. */
  secretExpiresAt?: string | undefined
  /** The grants of the application; undefined for all of the provider. */
  grants?: readonly string[] | undefined
  /** The keys of a client that signs assertions instead of a secret. */
  keys?: readonly object[] | undefined
  subscriptions: readonly Pick<Subscription, 'product' | 'plan'>[]
}

/** Returns the path of the document of a new application, relative to the configuration folder. */
export function applicationFilePath({ location }: Pick<Catalog, 'location'>, name: string): string {
  return join(dirname(location.file), 'applications', `${basename(name)}.yaml`)
}

export function renderApplication(facts: NewApplication): string {
  const { name, settings, owner, clientType, clientId, secretHash, secretExpiresAt, grants, keys } = facts
  const given = Object.entries(settings).filter(([, value]) => value != null && value.length > 0)
  const document = {
    name,
    ...Object.fromEntries(given.map(([setting, value]) => [toMemberName(setting), value])),
    owner,
    client_type: clientType,
    ...(grants && { grants }),
    credentials: [
      {
        client_id: clientId,
        authentication: keys && 'private_key_jwt',
        jwks: keys && { keys },
        client_secret_hashes: secretHash === undefined ? undefined : [secretHash],
        [expiry]: secretHash && secretExpiresAt,
      },
    ],
    subscriptions: facts.subscriptions,
  }
  return stringify(document, { lineWidth: 0 })
}

/** Returns the text with other settings of the application. */
export function setApplicationSettings(text: string, settings: ApplicationSettings): string {
  return Object.entries(settings).reduce((changed, [setting, value]) => {
    const at = [toMemberName(setting)]
    if (value === undefined) return changed
    return value === null ? removeYamlMember(changed, at) : setYamlValue(changed, at, value)
  }, text)
}

/** Returns `redirect_endpoints` for `redirectEndpoints`. */
function toMemberName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The existing secret that stays valid beside a new one. */
export type RetainedSecret = 'none' | 'newest' | 'old'

export interface SecretOverlap {
  keep: RetainedSecret
  /** When the retained secret expires, ISO 8601; undefined when an operator removes it later. */
  oldUntil?: string | undefined
  /** When the new secret expires, ISO 8601; undefined for a secret that does not expire. */
  expiresAt?: string | undefined
}

/** Returns the secret that a reset keeps; `ambiguous` for one of two without `keep`, `missing` without the named. */
export function selectRetainedSecret(
  { secretHashes, oldSecretUntil = Number.POSITIVE_INFINITY }: Credential,
  { keepOld, keep }: { keepOld: boolean; keep?: 'newest' | 'old' | undefined },
  now: number,
): RetainedSecret | 'ambiguous' | 'missing' {
  const hasOld = secretHashes.length > 1 && oldSecretUntil > now
  if (keep === 'old' && !hasOld) return 'missing'
  if (keep) return keep
  if (!keepOld) return 'none'
  return hasOld ? 'ambiguous' : 'newest'
}

const old = 'old_secret_until'
const expiry = 'client_secret_expires_at'

/** Adds the hash of a new secret. Throws `DocumentEditError` when the document changed or a reference has the hash. */
export function addNewSecret(
  text: string,
  { credential, index }: { credential: Credential; index: number },
  hash: string,
  { keep, oldUntil, expiresAt }: SecretOverlap,
): string {
  const at = ['credentials', index]
  const kept = { none: [0, 0], newest: [0, 1], old: [1, 2] } as const
  const withHash = withHashes(text, at, credential, (hashes) => [hash, ...hashes.slice(...kept[keep])])
  const changed =
    expiresAt === undefined
      ? removeYamlMember(withHash, [...at, expiry])
      : setYamlValue(withHash, [...at, expiry], expiresAt)
  const until = keep === 'newest' ? earlierOf(oldUntil, credential.secretExpiresAt) : oldUntil
  if (keep !== 'none' && until !== undefined) return setYamlValue(changed, [...at, old], until)
  return keep === 'old' ? changed : removeYamlMember(changed, [...at, old]) // the old secret keeps its own expiry
}

/** Returns the earlier of a time in ISO 8601 and one in milliseconds: a secret that is kept keeps its own expiry. */
function earlierOf(time: string | undefined, milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined) return time
  if (time !== undefined && Date.parse(time) < milliseconds) return time
  return new Date(milliseconds).toISOString()
}

/** Leaves the newest secret only. Throws `DocumentEditError` when the document changed or a reference has the hash. */
export function removeOldSecrets(
  text: string,
  { credential, index }: { credential: Credential; index: number },
): string {
  const at = ['credentials', index]
  return removeYamlMember(
    withHashes(text, at, credential, (hashes) => hashes.slice(0, 1)),
    [...at, old],
  )
}

/** Sets the hashes, newest first. Throws `DocumentEditError` for a changed document and for hashes of references. */
function withHashes(
  text: string,
  at: YamlPath,
  { clientId, secretHashes, hasWellKnownSecret: wellKnown }: Credential,
  change: (old: readonly string[]) => string[],
): string {
  requireClientId(text, at, clientId)
  const path = [...at, 'client_secret_hashes']
  const before = (readYamlValue(text, path) ?? []) as string[]
  if (before.length !== secretHashes.length)
    throw new DocumentEditError(
      'changed',
      `the secrets of ${clientId} were changed at the same time: nothing was written; try again`,
    )
  const kept = change(before)
  const lost = before.find((each) => each.startsWith('$') && !each.startsWith('$argon2') && !kept.includes(each))
  if (lost !== undefined)
    throw new DocumentEditError(
      'referenced',
      `the hash comes from ${lost}: put the output of "sluice hash" there, or keep the old secret with --keep-old`,
    )
  const changed = setYamlValue(text, path, kept)
  return wellKnown && !kept.includes(before[0] ?? '') ? setYamlValue(changed, [...at, 'well_known'], false) : changed
}

/** A further credential. Times are in ISO 8601. */
export type NewCredential = Record<'name' | 'clientId' | 'secretHash' | 'createdAt', string> &
  Pick<NewApplication, 'secretExpiresAt'>

/** Returns the text with a further credential. */
export function addCredential(
  text: string,
  { name, clientId, secretHash, createdAt, secretExpiresAt }: NewCredential,
): string {
  const item = {
    name,
    created_at: createdAt,
    client_id: clientId,
    client_secret_hashes: [secretHash],
    [expiry]: secretExpiresAt,
  }
  return addYamlItem(text, ['credentials'], item)
}

/** Returns the text without a credential. Throws `DocumentEditError` when the document was changed meanwhile. */
export function removeCredential(text: string, { clientId, index }: { clientId: string; index: number }): string {
  requireClientId(text, ['credentials', index], clientId)
  return removeYamlItem(text, ['credentials'], index)
}

function requireClientId(text: string, at: YamlPath, clientId: string): void {
  const written = String(readYamlValue(text, [...at, 'client_id']))
  if (written === clientId || written.startsWith('$')) return
  const message = `the client id ${clientId} was moved in the document at the same time: nothing was written; try again`
  throw new DocumentEditError('changed', message)
}

/** Returns the text with a subscription, which replaces the plan of one to the same product. */
export function setSubscription(
  text: string,
  { product, plan, state }: Pick<Subscription, 'product' | 'plan' | 'state'>,
): string {
  const at = subscriptionAt(text, product)
  if (!at) return addYamlItem(text, list, { product, plan, state: state === 'enabled' ? undefined : state })

  const counted = readYamlValue(text, [...at, 'plan']) === plan ? text : removeYamlMember(text, [...at, countedAs])
  const planned = removeYamlMember(setYamlValue(counted, [...at, 'plan'], plan), [...at, requested])
  return (readYamlValue(text, [...at, 'state']) ?? 'enabled') === state
    ? planned
    : setYamlValue(planned, [...at, 'state'], state)
}

/** Returns the text with the subscription to another version. Throws `DocumentEditError` for a reference. */
export function moveSubscription(
  text: string,
  from: string,
  to: Pick<Subscription, 'product' | 'plan' | 'requestedPlan' | 'countedAs'>,
): string {
  const at = subscriptionAt(text, from)
  if (!at)
    throw new DocumentEditError('referenced', `no subscription is written as "${from}": change it where it is written`)
  const versioned = setYamlValue(setYamlValue(text, [...at, 'product'], to.product), [...at, 'plan'], to.plan)
  return setRequestedPlan(setOrRemove(versioned, [...at, countedAs], to.countedAs), to.product, to.requestedPlan)
}

/** Returns the text with a requested plan that waits for approval; `undefined` removes the request. */
export function setRequestedPlan(text: string, product: string, plan: string | undefined): string {
  const at = subscriptionAt(text, product)
  return at ? setOrRemove(text, [...at, requested], plan) : text
}

function setOrRemove(text: string, path: YamlPath, value: string | undefined): string {
  return value === undefined ? removeYamlMember(text, path) : setYamlValue(text, path, value)
}

/** Returns the text without the subscription to a product. */
export function removeSubscription(text: string, product: string): string {
  const at = subscriptionAt(text, product)
  return at ? removeYamlItem(text, list, at.at(-1) as number) : text
}

const list = ['subscriptions']
const requested = 'requested_plan'
const countedAs = 'counted_as'

function subscriptionAt(text: string, product: string): YamlPath | undefined {
  const written = (readYamlValue(text, list) ?? []) as { product?: unknown }[]
  const index = written.findIndex((each) => each.product === product)
  return index < 0 ? undefined : [...list, index]
}
