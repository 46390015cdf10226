/** `sluice keys`: list, rotate and remove the signing keys of an OAuth provider. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, jsonOption, UsageError } from '../common/command.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: "list, rotate and remove the keys that sign an OAuth provider's tokens",
  usage: 'list | rotate [--older-than DAYS] | remove KEY_ID [--provider NAME] [--json]',
  verbs: {
    list: 'print the keys, their states and times',
    rotate: 'add a key, which signs new tokens as soon as every verifier can know it',
    remove: 'remove a key; its tokens are no longer valid',
  },
  positionals: { min: 1, max: 2 },
  options: {
    provider: { type: 'string', value: 'NAME', help: 'the OAuth provider; needed when there are several' },
    'older-than': {
      type: 'string',
      value: 'DAYS',
      help: 'rotate: only when the newest key is at least this old, for a scheduled job',
    },
    json: jsonOption,
  },

  async run({ positionals: [verb = '', kid = ''], options: { provider, 'older-than': days, json }, write }) {
    const [
      { runKeysVerb, keysVerbs },
      { findProvider, qualifiedProviderName },
      { loadDocuments },
      { runWithKeys },
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

    if (days !== undefined && known !== 'rotate') throw new UsageError('--older-than is for rotate')
    if (days !== undefined && !/^[1-9]\d{0,3}$/.test(String(days)))
      throw new UsageError(`--older-than must be a whole number of days from 1 to 9999 - found "${days}"`)

    const settings = readSettings()
    const found = findProvider(
      await loadDocuments(settings, { sandbox: true }),
      provider as string | undefined,
    )
    return runWithKeys(found, settings, (deps) =>
      runKeysVerb(known, kid, {
        ...deps,
        minAgeDays: Number(days ?? 0),
        provider: qualifiedProviderName(found),
        json: json === true,
        write,
      }),
    )
  },
}
