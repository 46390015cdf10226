/** `sluice users`: add, change, remove and list the users of a local registry. */
import { type Command, UsageError } from './command.ts'
import { readPassword } from './read-password.ts'
import { readSettings } from './settings.ts'
import type { UserVerb } from './users.ts'

export const usersCommand: Command = {
  name: 'users',
  summary: 'add, change, remove and list the users of a local user registry',
  usage: 'add|passwd|remove NAME | list [--registry REGISTRY] [--json]',
  words: { min: 1, max: 2 },
  options: { registry: { type: 'string' }, json: { type: 'boolean', default: false } },

  async run({ words: [verb = '', name], options: { registry, json }, write }) {
    const { users, userVerbs } = await import('./users.ts')
    const isVerb = (word: string): word is UserVerb => (userVerbs as readonly string[]).includes(word)
    if (!isVerb(verb)) throw new UsageError(`"${verb}" is none of ${userVerbs.join(', ')}`)
    if (verb !== 'list' && name === undefined) throw new UsageError(`${verb} needs the name of a user`)
    if (verb === 'list' && name !== undefined) throw new UsageError(`list takes no name, found "${name}"`)

    const [{ tables }, { openAudit }] = await Promise.all([
      import('./documents.ts'),
      import('../lib/audit.ts'),
    ])
    const { configFolder: folder, dataFolder, environment } = readSettings()
    return users({
      verb,
      name,
      registry: registry as string | undefined,
      json: json === true,
      folder,
      tables,
      environment,
      audit: openAudit(dataFolder),
      password: () => readPassword(`Password of ${name}`, { isNew: true }),
      write,
    })
  },
}
