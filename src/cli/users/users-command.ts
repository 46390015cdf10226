/** `sluice users`: add, change, remove and list the users of a local registry. */
import type { TokenCeiling } from '../../contract/access/token-ceiling.ts'
import { readSettings } from '../../runtime/settings/index.ts'
import { openStateStore } from '../../storage/index.ts'
import { defineCommand, jsonOption, UsageError } from '../common/command.ts'
import { readPassword } from '../common/read-password.ts'
import type { UserVerb } from './users.ts'

export const usersCommand = defineCommand({
  name: 'users',
  summary: 'add, change, limit, remove and list the users of a local user registry',
  usage: `add|passwd|remove NAME | list [--registry REGISTRY] [--json]
       sluice users limit NAME [--scopes "A B"] [--access-token-ttl SECONDS] [--refresh-token-ttl SECONDS] | --none`,
  verbs: {
    add: 'add a user',
    passwd: 'set the password of a user',
    limit: 'limit the scopes and the life of the tokens of a user',
    remove: 'remove a user',
    list: 'print the users',
  },
  positionals: { min: 1, max: 2 },
  options: {
    registry: { value: 'REGISTRY', help: 'the local user registry; needed when there are several' },
    scopes: { value: '"A B"', help: 'limit: the scopes that tokens of the user may have at most' },
    'access-token-ttl': { value: 'SECONDS', help: 'limit: the longest life of access tokens' },
    'refresh-token-ttl': { value: 'SECONDS', help: 'limit: the longest life of refresh tokens' },
    none: { help: 'limit: remove the limits' },
    json: jsonOption,
  },

  async run({ positionals: [verb = '', name], options, write }) {
    const { registry, json } = options
    const { runUsersVerb: users, userVerbs } = await import('./users.ts')
    const isVerb = (word: string): word is UserVerb => (userVerbs as readonly string[]).includes(word)
    if (!isVerb(verb)) throw new UsageError(`"${verb}" is not a verb of users: use ${userVerbs.join(', ')}`)
    if (verb !== 'list' && name === undefined) throw new UsageError(`${verb} needs the name of a user`)
    if (verb === 'list' && name !== undefined) throw new UsageError(`list takes no name - found "${name}"`)

    const ceiling = readCeiling(verb, options)
    const [{ typeTables: tables }, { openAuditTrail: openAudit }] = await Promise.all([
      import('../../runtime/documents/open-documents.ts'),
      import('../../telemetry/audit/audit.ts'),
    ])
    const { configFolder: folder, audit, environment, store } = readSettings()
    return users({
      verb,
      name,
      registry,
      ceiling,
      json,
      folder,
      tables,
      environment,
      write,
      audit: openAudit(audit),
      openStore: async () => (await openStateStore(store)).store,
      password: () => readPassword(`Password of ${name}`, { isNew: true }),
    })
  },
})

type CeilingOptions = Readonly<Record<'scopes' | 'accessTokenTtl' | 'refreshTokenTtl', string | undefined>>

/** Returns the ceiling from the options of `limit`; undefined for `--none` and for other verbs. */
function readCeiling(verb: UserVerb, options: CeilingOptions & { none: boolean }): TokenCeiling | undefined {
  const { scopes, none } = options
  const accessTokenTtl = parseSeconds('--access-token-ttl', options.accessTokenTtl)
  const refreshTokenTtl = parseSeconds('--refresh-token-ttl', options.refreshTokenTtl)
  const ceiling = {
    ...(scopes !== undefined && { scopes: scopes.split(/ +/).filter(Boolean) }),
    ...(accessTokenTtl !== undefined && { accessTokenTtl }),
    ...(refreshTokenTtl !== undefined && { refreshTokenTtl }),
  }
  const isGiven = Object.keys(ceiling).length > 0
  if (verb !== 'limit') {
    if (isGiven || none)
      throw new UsageError(`--scopes, --access-token-ttl, --refresh-token-ttl and --none are for limit`)
    return undefined
  }
  if (isGiven === none)
    throw new UsageError('limit needs either --scopes, --access-token-ttl or --refresh-token-ttl, or --none')
  return isGiven ? ceiling : undefined
}

function parseSeconds(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`${option} must be a whole number of seconds from 1 - found "${text}"`)
}
