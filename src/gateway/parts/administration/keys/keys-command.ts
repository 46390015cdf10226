/** `sluice keys`: list, rotate, import and remove the signing keys of an OAuth provider. */
import { readFile } from 'node:fs/promises'
import { defineCommand, jsonOption } from '../../../../shared/cli/common/command.ts'
import { describeFileError } from '../../../../shared/lib/files/file-error.ts'
import type { GatewayParts } from '../../../part.ts'
import { readSettings } from '../../../runtime/settings/index.ts'
import type { KeysVerb } from './keys.ts'

export const keysCommand = defineCommand({
  name: 'keys',
  summary: "list, rotate, import and remove the keys that sign an OAuth provider's tokens",
  verbs: {
    list: { help: 'print the keys, their states and times' },
    rotate: {
      help: 'add a key, which signs new tokens as soon as every verifier can know it',
      options: ['older-than'],
    },
    import: { help: 'add the private key of a PEM or JWK file, which signs as after rotate', words: 'FILE' },
    remove: { help: 'remove a key; its tokens are no longer valid', words: 'KEY_ID' },
  },
  options: {
    provider: { value: 'NAME', help: 'the OAuth provider; needed when there are several' },
    'older-than': {
      value: 'DAYS',
      range: [1, 9999],
      help: 'rotate: only when the newest key is at least this old, for a scheduled job',
    },
    json: jsonOption,
  },

  async run(
    { positionals: [verb = '', argument = ''], options: { provider, olderThan, json }, write },
    { gatewayParts }: GatewayParts,
  ) {
    const [{ runKeysVerb, runWithKeys }, { findProvider, qualifiedProviderName }, { loadDocuments }] =
      await Promise.all([
        import('./keys.ts'),
        import('../../../cli/common/find-provider.ts'),
        import('../../../runtime/documents/open-documents.ts'),
      ])
    const settings = readSettings()
    const found = findProvider(await loadDocuments(settings, gatewayParts, { sandbox: true }), provider)
    return runWithKeys(found, settings, (deps) =>
      runKeysVerb(verb as KeysVerb, argument, {
        ...deps,
        minAgeDays: olderThan ?? 0,
        provider: qualifiedProviderName(found),
        json,
        readFile: readKeyFile,
        write,
      }),
    )
  },
})

async function readKeyFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new Error(`the key cannot be read from ${file}: ${describeFileError(error)}`, { cause: error })
  })
}
