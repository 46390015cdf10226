/** `sluice token`: gets, inspects and revokes tokens. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, type CommandArguments, jsonOption, UsageError } from '../common/command.ts'

export const tokenCommand: Command = {
  name: 'token',
  summary: 'get an access token, decode one, check which operations it allows, or revoke those of a user',
  usage: `get --client ID [--user NAME | --refresh] [--scope "A B"] [--provider NAME] [--public] [--json]
       sluice token decode [TOKEN] [--json]
       sluice token check [TOKEN] [--operation ID] [--json]
       sluice token revoke --user NAME [--provider NAME | --all-providers] [--json]
Secrets, and a token that is left out, are asked for, or read from standard input, each a line.`,
  verbs: {
    get: 'get an access token',
    decode: 'print what is in an access token',
    check: 'print which operations an access token allows',
    revoke: 'revoke the tokens of a user',
  },
  positionals: { min: 1, max: 2 },
  options: {
    client: { type: 'string', short: 'c', value: 'ID', help: 'get: the client id of the application' },
    user: { type: 'string', short: 'u', value: 'NAME', help: 'get: a token for this user; revoke: the user' },
    scope: { type: 'string', short: 's', value: '"A B"', help: 'get: the scopes to request' },
    provider: { type: 'string', value: 'NAME', help: 'the OAuth provider; needed when there are several' },
    'all-providers': { type: 'boolean', default: false, help: 'revoke: at every OAuth provider of every catalog' },
    refresh: { type: 'boolean', default: false, help: 'get: use a refresh token' },
    public: { type: 'boolean', default: false, help: 'get: the application has no client secret' },
    operation: { type: 'string', value: 'ID', help: 'check: only this operation' },
    json: jsonOption,
  },

  async run(call) {
    const [verb, token] = call.positionals
    if (verb === 'get') return get(call)
    if (verb === 'revoke') return revoke(call)
    if (verb === 'decode' || verb === 'check') return inspect(verb, token, call)
    throw new UsageError(`"${verb}" is not a verb of token: use get, decode, check or revoke`)
  },
}

async function get({ positionals: words, options, write }: CommandArguments): Promise<number> {
  const { client, user, scope, provider, refresh, public: isPublic, json } = options
  if (words.length > 1) throw new UsageError(`get takes no argument - found "${words[1]}"`)
  if (typeof client !== 'string') throw new UsageError('--client ID is missing')
  if (user !== undefined && refresh) throw new UsageError('either --user or --refresh, not both')

  const { getToken } = await import('./get.ts')
  return getToken({
    clientId: client,
    user: user as string | undefined,
    scope: scope as string | undefined,
    provider: provider as string | undefined,
    refresh: refresh === true,
    isPublic: isPublic === true,
    json: json === true,
    dataFolder: readSettings().dataFolder,
    write,
  })
}

async function revoke({ positionals: words, options, write }: CommandArguments): Promise<number> {
  const { user, provider, 'all-providers': isEverywhere, json } = options
  if (words.length > 1) throw new UsageError(`revoke takes no argument - found "${words[1]}"`)
  if (typeof user !== 'string' || user === '') throw new UsageError('--user NAME is missing')
  if (provider !== undefined && isEverywhere) throw new UsageError('either --provider or --all-providers, not both')

  const [{ revokeTokens }, { findProvider, listProviders }, { loadDocuments }] = await Promise.all([
    import('./revoke.ts'),
    import('../common/find-provider.ts'),
    import('../../runtime/documents/open-documents.ts'),
  ])
  const settings = readSettings()
  const documents = await loadDocuments(settings, { sandbox: true })
  const providers = isEverywhere ? listProviders(documents) : [findProvider(documents, provider as string | undefined)]
  const { store, audit } = settings
  const warn = (text: string) => void process.stderr.write(text)
  return revokeTokens(user, { providers, store, audit, json: json === true, write, warn })
}

async function inspect(
  verb: 'decode' | 'check',
  given: string | undefined,
  { options: { operation, json }, write }: CommandArguments,
): Promise<number> {
  if (verb === 'decode' && operation !== undefined) throw new UsageError('--operation is for check')
  const [
    { inspectTokenLocally: inspectAnywhere },
    { printTokenCheck: renderCheck, printDecodedToken: renderDecoded },
    { readPassword },
  ] = await Promise.all([import('./inspect.ts'), import('./render.ts'), import('../common/read-password.ts')])
  const token = (given ?? (await readPassword('Token'))).trim()
  const inspection = await inspectAnywhere(token, readSettings())
  const options = { json: json === true, operation: operation as string | undefined, write }
  return verb === 'check' ? renderCheck(inspection, options) : renderDecoded(token, inspection, options)
}
