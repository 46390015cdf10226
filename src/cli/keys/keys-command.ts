/** `sluice keys`: list, rotate and remove the signing keys of an OAuth provider. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, UsageError } from '../common/command.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: "list, rotate and remove the keys that sign an OAuth provider's tokens",
  usage: 'list | rotate | remove KEY_ID [--provider NAME] [--json]',
  positionals: { min: 1, max: 2 },
  options: { provider: { type: 'string' }, json: { type: 'boolean', default: false } },

  async run({ positionals: [verb = '', kid = ''], options: { provider, json }, write }) {
    const [
      { runKeysVerb: keys, keysVerbs },
      { findProvider, qualifiedProviderName: fullName },
      { loadDocuments },
      parts,
    ] = await Promise.all([
      import('./keys.ts'),
      import('../common/find-provider.ts'),
      import('../../runtime/documents/open-documents.ts'),
      import('./run-with-keys.ts'),
    ])
    const known = keysVerbs.find((each) => each === verb)
    if (!known) throw new UsageError(`"${verb}" is not a verb of keys: use ${keysVerbs.join(', ')}`)
    if (known === 'remove' && kid === '') throw new UsageError('remove needs the id of a key')
    if (known !== 'remove' && kid !== '') throw new UsageError(`${known} takes no argument - found "${kid}"`)

    const settings = readSettings()
    const found = findProvider(
      await loadDocuments(settings, { sandbox: true }),
      provider as string | undefined,
    )
    return parts.runWithKeys(found, settings.dataFolder, ({ keys: ring, audit, now }) =>
      keys(known, kid, { keys: ring, provider: fullName(found), audit, now, json: json === true, write }),
    )
  },
}
