/** `sluice keys`: list, rotate, import and remove the signing keys of an OAuth provider. */
import { readFile } from 'node:fs/promises'
import { describeFileError } from '../../lib/files/file-error.ts'
import { readSettings } from '../../runtime/settings/index.ts'
import { defineCommand, jsonOption, UsageError } from '../common/command.ts'
import type { KeysVerb } from './keys.ts'

/** What follows a verb; undefined for nothing. */
const neededArguments: Readonly<Record<KeysVerb, string | undefined>> = {
  list: undefined,
  rotate: undefined,
  import: 'the file of a key',
  remove: 'the id of a key',
}

export const keysCommand = defineCommand({
  name: 'keys',
  summary: "list, rotate, import and remove the keys that sign an OAuth provider's tokens",
  usage: 'list | rotate [--older-than DAYS] | import FILE | remove KEY_ID [--provider NAME] [--json]',
  verbs: {
    list: 'print the keys, their states and times',
    rotate: 'add a key, which signs new tokens as soon as every verifier can know it',
    import: 'add the private key of a PEM or JWK file, which signs as after rotate',
    remove: 'remove a key; its tokens are no longer valid',
  },
  positionals: { min: 1, max: 2 },
  options: {
    provider: { value: 'NAME', help: 'the OAuth provider; needed when there are several' },
    'older-than': { value: 'DAYS', help: 'rotate: only when the newest key is at least this old, for a scheduled job' },
    json: jsonOption,
  },

  async run({ positionals: [verb = '', argument = ''], options: { provider, olderThan: days, json }, write }) {
    const [{ runKeysVerb, keysVerbs }, { findProvider, qualifiedProviderName }, { loadDocuments }, { runWithKeys }] =
      await Promise.all([
        import('./keys.ts'),
        import('../common/find-provider.ts'),
        import('../../runtime/documents/open-documents.ts'),
        import('./run-with-keys.ts'),
      ])
    const known = keysVerbs.find((each) => each === verb)
    if (!known) throw new UsageError(`"${verb}" is not a verb of keys: use ${keysVerbs.join(', ')}`)
    const needed = neededArguments[known]
    if (needed !== undefined && argument === '') throw new UsageError(`${known} needs ${needed}`)
    if (needed === undefined && argument !== '')
      throw new UsageError(`${known} takes no argument - found "${argument}"`)

    if (days !== undefined && known !== 'rotate') throw new UsageError('--older-than is for rotate')
    if (days !== undefined && !/^[1-9]\d{0,3}$/.test(String(days)))
      throw new UsageError(`--older-than must be a whole number of days from 1 to 9999 - found "${days}"`)

    const settings = readSettings()
    const found = findProvider(await loadDocuments(settings, { sandbox: true }), provider)
    return runWithKeys(found, settings, (deps) =>
      runKeysVerb(known, argument, {
        ...deps,
        minAgeDays: Number(days ?? 0),
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
