/** `sluice users`: add, change, remove and list the users of a local registry. */
import type { TokenCeiling } from '../../../../shared/access/token-ceiling.ts'
import { defineCommand, jsonOption, UsageError } from '../../../../shared/cli/common/command.ts'
import { readPassword } from '../../../../shared/cli/common/read-password.ts'
import { definedMembers } from '../../../../shared/lib/collections/defined-members.ts'
import { openStateStore } from '../../../../shared/storage/index.ts'
import type { GatewayParts } from '../../../part.ts'
import { readSettings } from '../../../runtime/settings/index.ts'
import type { UserVerb } from './users.ts'

const maxSeconds = 999_999_999

export const usersCommand = defineCommand({
  name: 'users',
  summary: 'add, change, limit, remove and list the users of a local user registry',
  verbs: {
    add: { help: 'add a user', words: 'NAME' },
    passwd: { help: 'set the password of a user', words: 'NAME' },
    limit: {
      help: 'limit the scopes and the life of the tokens of a user',
      words: 'NAME',
      options: ['scopes', 'access-token-ttl', 'refresh-token-ttl', 'none'],
    },
    remove: { help: 'remove a user', words: 'NAME' },
    list: { help: 'print the users' },
  },
  options: {
    registry: { value: 'REGISTRY', help: 'the local user registry; needed when there are several' },
    scopes: { value: '"A B"', help: 'limit: the scopes that tokens of the user may have at most' },
    'access-token-ttl': { value: 'SECONDS', range: [1, maxSeconds], help: 'limit: the longest life of access tokens' },
    'refresh-token-ttl': {
      value: 'SECONDS',
      range: [1, maxSeconds],
      help: 'limit: the longest life of refresh tokens',
    },
    none: { help: 'limit: remove the limits' },
    json: jsonOption,
  },

  async run({ positionals: [verb = '', name], options, write }, { gatewayParts }: GatewayParts) {
    const { registry, json } = options
    const ceiling = verb === 'limit' ? readCeiling(options) : undefined
    const [{ runUsersVerb }, { openAuditTrail: openAudit }] = await Promise.all([
      import('./users.ts'),
      import('../../../telemetry/audit/audit.ts'),
    ])
    const { configFolder, audit, environment, store } = readSettings()
    return runUsersVerb({
      verb: verb as UserVerb,
      name,
      registry,
      ceiling,
      json,
      configFolder,
      environment,
      parts: gatewayParts,
      write,
      audit: openAudit(audit),
      openStore: async () => (await openStateStore(store)).store,
      password: () => readPassword(`Password of ${name}`, { isNew: true }),
    })
  },
})

interface CeilingOptions {
  scopes: string | undefined
  accessTokenTtl: number | undefined
  refreshTokenTtl: number | undefined
  none: boolean
}

/** Returns the ceiling from the options of `limit`; undefined for `--none`. */
function readCeiling({ scopes, accessTokenTtl, refreshTokenTtl, none }: CeilingOptions): TokenCeiling | undefined {
  const ceiling = definedMembers({ scopes: scopes?.split(/ +/).filter(Boolean), accessTokenTtl, refreshTokenTtl })
  if (Object.keys(ceiling).length > 0 === none)
    throw new UsageError('limit needs either --scopes, --access-token-ttl or --refresh-token-ttl, or --none')
  return none ? undefined : ceiling
}
