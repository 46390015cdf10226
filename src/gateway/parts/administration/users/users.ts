/** `sluice users`: the users of a local registry. It works beside a running gateway, which sees a change at once. */
import { renderTokenCeiling, type TokenCeiling } from '../../../../shared/access/token-ceiling.ts'
import { didYouMean } from '../../../../shared/lib/output/suggest.ts'
import {
  addUser,
  type LocalRegistrySettings,
  type LocalUser,
  type LocalUsers,
  listUsers,
  openLocalUsers,
  removeUser,
  setPassword,
  setTokenCeiling,
} from '../../../../shared/registries/index.ts'
import type { StateStore } from '../../../../shared/storage/index.ts'
import { findRegistry, type RegistrySearch } from '../../../cli/common/find-registry.ts'
import { isDeclaredScope } from '../../../contract/access/queue-scope.ts'
import type { WriteAuditEntry } from '../../../telemetry/audit/index.ts'

/** Each verb with the word that describes its result. */
const changes = { add: 'added', passwd: 'changed', limit: 'limited', remove: 'removed' } as const

export type UserVerb = keyof typeof changes | 'list'

export interface UsersOptions extends Pick<RegistrySearch, 'configFolder' | 'environment' | 'parts'> {
  verb: UserVerb
  /** The name of the user; absent for `list`. */
  name?: string | undefined
  /** The name of the registry; may be absent when there is only one of type lur. */
  registry?: string | undefined
  /** The new ceiling of the user for `limit`; undefined removes it. */
  ceiling?: TokenCeiling | undefined
  json: boolean
  /** Opens the store of the gateway, for registries whose users are there. */
  openStore(): Promise<StateStore>
  /** Reads the new password; called only when one is needed. */
  password(): Promise<string>
  audit: WriteAuditEntry
  write(text: string): void
}

/** Runs a verb. Returns the exit status; rejects with a message for the user. */
export async function runUsersVerb(options: UsersOptions): Promise<number> {
  const { verb, name = '', json, write } = options
  const { registry, scopes } = await findRegistry({ ...options, name: options.registry, type: 'lur' })
  const settings = registry.settings as LocalRegistrySettings
  const opened = settings.users === 'store' ? await options.openStore() : undefined
  try {
    const users = openLocalUsers(settings, { ...registry, store: opened })
    if (verb === 'list') {
      write(renderList(await listUsers(users), json))
      return 0
    }
    if (verb === 'limit') checkScopes(options.ceiling?.scopes ?? [], scopes, registry.name)
    await change(users, verb, name, options)
  } finally {
    await opened?.close()
  }
  const ceiling = verb === 'limit' && { ceiling: options.ceiling ?? 'none' }
  await options.audit(`users ${verb}`, { registry: registry.name, user: name, ...ceiling })
  const done = { registry: registry.name, user: name, done: changes[verb] }
  write(json ? `${JSON.stringify(done)}\n` : `${name} has been ${changes[verb]} in ${registry.name}\n`)
  return 0
}

async function change(
  users: LocalUsers,
  verb: keyof typeof changes,
  name: string,
  { password, ceiling }: Pick<UsersOptions, 'password' | 'ceiling'>,
): Promise<void> {
  switch (verb) {
    case 'add':
      return addUser(users, name, await password())
    case 'passwd':
      return setPassword(users, name, await password())
    case 'limit':
      return setTokenCeiling(users, name, ceiling)
    case 'remove':
      return removeUser(users, name)
  }
}

/** A scope that no provider has would limit nothing. */
function checkScopes(wanted: readonly string[], known: readonly string[], registry: string): void {
  for (const scope of wanted) {
    if (isDeclaredScope(scope, new Set(known))) continue
    const there = didYouMean(scope, known) || `; the scopes are ${known.join(', ') || 'none'}`
    throw new Error(`no native OAuth provider that asks the registry ${registry} has the scope "${scope}"${there}`)
  }
}

/** Returns names and dates without hashes. */
function renderList(found: readonly LocalUser[], json: boolean): string {
  const rows = found.map(({ name, changedAt, tokenCeiling }) => ({ name, changedAt, tokenCeiling }))
  if (json) return `${JSON.stringify(rows, null, 2)}\n`
  if (rows.length === 0) return 'no users yet; "sluice users add NAME" adds one\n'

  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, changedAt, tokenCeiling }) => {
      const limits = tokenCeiling ? `  ${renderTokenCeiling(tokenCeiling)}` : ''
      return `${name.padEnd(width)}  ${changedAt}${limits}\n`
    })
    .join('')
}
