/** `sluice registry test NAME`: tests the sign-in of a user at a registry, and prints what it knows of the user. */

import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'
import { readPassword } from '../../../shared/cli/common/read-password.ts'
import { silentLog } from '../../../shared/lib/output/log.ts'
import { openStateStore } from '../../../shared/storage/index.ts'
import type { GatewayParts } from '../../part.ts'
import { readSettings } from '../../runtime/settings/index.ts'

export const registryCommand = defineCommand({
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
