import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'
import { readPassword } from '../../../shared/cli/common/read-password.ts'
import { openStateStore } from '../../../shared/storage/index.ts'
import type { GatewayPart, GatewayParts } from '../../part.ts'
import { readSettings } from '../../runtime/settings/index.ts'
import { keysCommand } from './keys/keys-command.ts'
import { usersCommand } from './users/users-command.ts'

/** `sluice config`: the documents in time: which revision was used when, what it said, and back to it. */
const configCommand = defineCommand({
  name: 'config',
  summary: 'show which documents the gateway has used when, compare them, and go back',
  verbs: {
    log: { help: 'list the revisions that the gateway has used, the newest first' },
    show: { help: 'list the documents of a revision, or print one of them', words: 'REVISION [FILE]' },
    diff: { help: 'compare a revision with another one, or with the files on disk', words: 'REVISION [REVISION]' },
    rollback: {
      help: 'write the documents of a revision; a gateway that runs uses them at once',
      words: 'REVISION',
      options: ['dry-run', 'force'],
    },
  },
  options: {
    'dry-run': { help: 'rollback: print the changes only' },
    force: { help: 'rollback: also when the files are no revision that was used' },
    json: jsonOption,
  },

  async run({ positionals: [verb, first = '', second], options, write }) {
    const verbs = await import('./config/config-verbs.ts')
    const { configFolder, dataFolder } = readSettings()
    const deps = { folder: configFolder, dataFolder, write, json: options.json }
    if (verb === 'log') return verbs.logRevisions(deps)
    if (verb === 'show') return verbs.showRevision(first, second, deps)
    if (verb === 'diff') return verbs.diffRevisions(first, second, deps)
    return verbs.rollBack(first, { ...deps, isDryRun: options.dryRun, isForced: options.force })
  },
})

/** `sluice registry test NAME`: tests the sign-in of a user at a registry, and prints what it knows of the user. */
const registryCommand = defineCommand({
  name: 'registry',
  summary: 'test the sign-in of a user at a user registry',
  verbs: {
    test: {
      help: 'sign in as a user, and print what the registry returns about the user',
      words: '[NAME]',
      required: ['user'],
      options: ['user'],
    },
  },
  options: {
    user: { short: 'u', value: 'USER', help: 'the user; the password is asked for, or piped in' },
    json: jsonOption,
  },

  async run({ positionals: [, name], options: { user = '', json }, write }, { gatewayParts }: GatewayParts) {
    const { testRegistry } = await import('../../cli/common/test-registry.ts')
    const { silentLog } = await import('../../../shared/lib/output/log.ts')
    const { configFolder, environment, store } = readSettings()
    return testRegistry({
      name,
      user,
      json,
      configFolder,
      environment,
      parts: gatewayParts,
      log: silentLog,
      openStore: async () => (await openStateStore(store)).store,
      password: () => readPassword(`Password of ${user}`),
      write,
    })
  },
})

export const administrationPart: GatewayPart = {
  name: 'administration',
  commands: [configCommand, keysCommand, usersCommand, registryCommand],
}
