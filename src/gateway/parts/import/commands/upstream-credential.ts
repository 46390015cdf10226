/** Asks for the credential of the gateway at an upstream. */
import type { CredentialKind, CredentialPart } from '../../../contract/api-import.ts'
import type { UpstreamCredential } from '../engine/index.ts'
import { type AskingOptions, takeAnswer } from './ask.ts'

/** The options of the commands that ask for a credential. */
export const upstreamCredentialOptions = {
  'upstream-auth': {
    value: 'KIND',
    help: 'the credential of the gateway at the upstream: none, basic, header, token, ltpa or certificate',
  },
  'upstream-user': { value: 'NAME', help: 'its user name, or client id (default: gateway)' },
  'upstream-secret': {
    value: 'REFERENCE',
    help: 'where its password, secret or key is: $env{NAME}, $file{PATH} or $vault{PATH#KEY}',
  },
  'upstream-header': { value: 'NAME', help: 'the header for it (default: X-API-Key)' },
  'upstream-auth-url': { value: 'URL', help: 'the token endpoint, or the login of the MQ web server (ltpa)' },
  'upstream-scope': { value: 'SCOPE', help: 'the scope of the access token' },
  'upstream-certificate': {
    value: 'FILE',
    help: 'the PEM file of the client certificate, absolute or from providers/',
  },
  'upstream-key': { value: 'FILE', help: 'the PEM file of its key' },
} as const

/** The error for a file whose own assembly decides how the upstream is called. */
export const ownAssemblyText =
  '--upstream-auth cannot be set: the file has an assembly of its own; add authenticate to its invoke'

/** Returns the credential for an API; undefined for none. Throws `UsageError` for an answer that is not accepted. */
export async function readUpstreamCredential(
  api: string,
  asking: AskingOptions,
): Promise<UpstreamCredential | undefined> {
  const { buildUpstreamCredential, credentialKinds, findCredentialError, listCredentialParts, presetCredentialPart } =
    await import('../engine/index.ts')
  const kindNames = Object.keys(credentialKinds).join(', ')
  const kind = await takeAnswer(
    'upstream-auth',
    {
      text: upstreamCredentialOptions['upstream-auth'].help,
      preset: 'none',
      findError: (answer) => (Object.hasOwn(credentialKinds, answer) ? undefined : `must be one of ${kindNames}`),
    },
    asking,
  )
  const values: Partial<Record<CredentialPart, string>> = {}
  for (const part of listCredentialParts(kind as CredentialKind)) {
    const option = part === 'authUrl' ? 'upstream-auth-url' : (`upstream-${part}` as const)
    const question = {
      text: upstreamCredentialOptions[option].help,
      preset: presetCredentialPart(part, api),
      findError: (answer: string) => findCredentialError(part, answer),
      isSecret: part === 'secret',
    }
    values[part] = await takeAnswer(option, question, asking)
  }
  return buildUpstreamCredential(api, kind as CredentialKind, values)
}
