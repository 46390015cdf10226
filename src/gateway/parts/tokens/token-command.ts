/** `sluice token`: gets, inspects and revokes tokens. */
import {
  type CommandArguments,
  type CommandOptions,
  defineCommand,
  jsonOption,
  type OptionValues,
  UsageError,
} from '../../../shared/cli/common/command.ts'
import type { GatewayPart, GatewayParts } from '../../part.ts'
import { readSettings } from '../../runtime/settings/index.ts'

const options = {
  client: {
    short: 'c',
    value: 'ID',
    help: 'get: the client id of the application; its secret is asked for, or read from a pipe',
  },
  user: { short: 'u', value: 'NAME', help: 'get: a token for this user; revoke: the user' },
  scope: { short: 's', value: '"A B"', help: 'get: the scopes to request' },
  provider: { value: 'NAME', help: 'the OAuth provider; needed when there are several' },
  'all-providers': { help: 'revoke: at every OAuth provider of every catalog' },
  refresh: { help: 'get: use a refresh token' },
  public: { help: 'get: the application has no client secret' },
  operation: { value: 'ID', help: 'check: only this operation' },
  json: jsonOption,
} as const satisfies CommandOptions

type Call = CommandArguments<OptionValues<typeof options>>

export const tokenCommand = defineCommand({
  name: 'token',
  summary: 'get an access token, decode one, check which operations it allows, or revoke those of a user',
  verbs: {
    get: {
      help: 'get an access token',
      required: ['client'],
      options: ['client', 'user', 'scope', 'provider', 'refresh', 'public'],
    },
    decode: { help: 'print what is in an access token, which is asked for when it is left out', words: '[TOKEN]' },
    check: { help: 'print which operations an access token allows', words: '[TOKEN]', options: ['operation'] },
    revoke: { help: 'revoke the tokens of a user', required: ['user'], options: ['user', 'provider', 'all-providers'] },
  },
  options,

  async run(call, { gatewayParts }: GatewayParts) {
    const [verb, token] = call.positionals
    if (verb === 'get') return get(call)
    if (verb === 'revoke') return revoke(call, gatewayParts)
    return inspect(verb as 'decode' | 'check', token, call, gatewayParts)
  },
})

async function get({ options, write }: Call): Promise<number> {
  const { client = '', user, refresh, public: isPublic } = options
  if (user !== undefined && refresh) throw new UsageError('either --user or --refresh, not both')

  const { getToken } = await import('./get.ts')
  return getToken({ ...options, clientId: client, isPublic, dataFolder: readSettings().dataFolder, write })
}

async function revoke({ options, write }: Call, parts: readonly GatewayPart[]): Promise<number> {
  const { user = '', provider, allProviders: isEverywhere, json } = options
  if (provider !== undefined && isEverywhere) throw new UsageError('either --provider or --all-providers, not both')

  const [{ revokeTokens }, { findProvider, listProviders }, { loadDocuments }] = await Promise.all([
    import('./revoke.ts'),
    import('../../cli/common/find-provider.ts'),
    import('../../runtime/documents/open-documents.ts'),
  ])
  const settings = readSettings()
  const documents = await loadDocuments(settings, parts, { sandbox: true })
  const providers = isEverywhere ? listProviders(documents) : [findProvider(documents, provider)]
  const { store, audit } = settings
  const warn = (text: string) => void process.stderr.write(text)
  return revokeTokens(user, { providers, store, audit, json, write, warn })
}

async function inspect(
  verb: 'decode' | 'check',
  given: string | undefined,
  { options: { operation, json }, write }: Call,
  parts: readonly GatewayPart[],
): Promise<number> {
  const [{ inspectTokenLocally }, { printTokenCheck, printDecodedToken }, { readPassword }] = await Promise.all([
    import('./inspect.ts'),
    import('./render.ts'),
    import('../../../shared/cli/common/read-password.ts'),
  ])
  const token = (given ?? (await readPassword('Token'))).trim()
  const inspection = await inspectTokenLocally(token, readSettings(), parts)
  const options = { json, operation, write }
  return verb === 'check' ? printTokenCheck(inspection, options) : printDecodedToken(token, inspection, options)
}
