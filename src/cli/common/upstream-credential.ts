/** The credential of the gateway at an upstream, which documents hold as a reference, never as a secret. */
import { addYamlItem, setYamlValue } from '../../lib/yaml/yaml-text.ts'
import { type AskingOptions, findUrlError, type Question, takeAnswer } from './ask.ts'

/** The credential, as members of documents. */
export interface UpstreamCredential {
  /** The members of `invoke`. */
  invoke: Record<string, unknown>
  /** The TLS client profile with the certificate; undefined for other kinds. */
  tlsProfile: TlsProfile | undefined
  /** What must be there before the start: a reference, such as `$env{ORDERS_SECRET}`, or files. */
  needs: string
}

interface TlsProfile {
  name: string
  certificate: string
  key: string
}

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

type Option = keyof typeof upstreamCredentialOptions

/** The ways to authenticate: each member of `authenticate` or of a TLS client profile, and the option that has its value. */
const kinds: Readonly<Record<string, Readonly<Record<string, Option>>>> = {
  none: {},
  basic: { username: 'upstream-user', password: 'upstream-secret' },
  header: { name: 'upstream-header', value: 'upstream-secret' },
  token: {
    url: 'upstream-auth-url',
    'client-id': 'upstream-user',
    'client-secret': 'upstream-secret',
    scope: 'upstream-scope',
  },
  ltpa: { url: 'upstream-auth-url', username: 'upstream-user', password: 'upstream-secret' },
  certificate: { certificate: 'upstream-certificate', key: 'upstream-key' },
}

const kindNames = Object.keys(kinds).join(', ')
const secretWords =
  'must be a reference such as $env{NAME}, $file{/run/secrets/name} or $vault{path#key}, so that no secret is in the documents'
const reference = /^(?:[A-Za-z]{1,20} )?\$(?:env|file|vault)\{.+\}$/
const headerName = /^[\w!#$%&'*+.^`|~-]{1,100}$/

const presets: Partial<Record<Option, string>> = {
  'upstream-auth': 'none',
  'upstream-user': 'gateway',
  'upstream-header': 'X-API-Key',
}

/** What is wrong with an answer to the question of an option; other options take any text. */
const findErrors: Partial<Record<Option, Question['findError']>> = {
  'upstream-auth': (answer) => (Object.hasOwn(kinds, answer) ? undefined : `must be one of ${kindNames}`),
  'upstream-secret': (answer) => (answer.length < 1000 && reference.test(answer) ? undefined : secretWords),
  'upstream-header': (answer) => (headerName.test(answer) ? undefined : 'must be the name of a header'),
  'upstream-auth-url': findUrlError,
  'upstream-scope': () => undefined,
}

const findMissing = (answer: string) => (answer === '' ? 'must not be empty' : undefined)

/** The error for a file whose own assembly decides how the upstream is called. */
export const ownAssemblyText =
  '--upstream-auth cannot be set: the file has an assembly of its own; add authenticate to its invoke'

/** Returns the credential for an API; undefined for none. Throws `UsageError` for an answer that is not accepted. */
export async function readUpstreamCredential(
  api: string,
  asking: AskingOptions,
): Promise<UpstreamCredential | undefined> {
  const variable = `$env{_${api.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_SECRET}`.replace(/\{_(?=\D)/, '{')
  const take = (option: Option) => {
    const { help } = upstreamCredentialOptions[option]
    const isSecret = option === 'upstream-secret'
    const preset = isSecret ? variable : (presets[option] ?? '')
    const findError = findErrors[option] ?? findMissing
    return takeAnswer(option, { text: help, preset, findError, isSecret }, asking)
  }
  const kind = await take('upstream-auth')
  if (kind === 'none') return undefined
  const members: Record<string, string> = {}
  for (const [member, option] of Object.entries(kinds[kind] ?? {})) {
    const answer = await take(option)
    if (answer !== '') members[member] = answer
  }
  const { certificate, key, password, value, 'client-secret': secret } = members
  if (certificate === undefined || key === undefined) {
    const needs = password ?? value ?? secret ?? ''
    return { invoke: { authenticate: { [kind]: members } }, tlsProfile: undefined, needs }
  }
  const tlsProfile = { name: `${api}-upstream`, certificate, key }
  const needs = `the files ${certificate} and ${key}`
  return { invoke: { 'tls-profile': `${tlsProfile.name}:1.0.0` }, tlsProfile, needs }
}

/** Adds the credential to the first policy of an API document, an `invoke`. */
export function addCredentialToApi(text: string, { invoke }: UpstreamCredential): string {
  const path = ['x-ibm-configuration', 'assembly', 'execute', 0, 'invoke']
  return Object.entries(invoke).reduce((changed, [name, value]) => setYamlValue(changed, [...path, name], value), text)
}

/** Returns the path of the document of a TLS client profile, and its text. */
export function renderTlsProfile(profile: TlsProfile): [file: string, text: string] {
  const { name, certificate, key } = profile
  const text = `# yaml-language-server: $schema=../schemas/tls-client-profile.json
# The client certificate of the gateway at an upstream. docs/tls-profiles.md
name: ${JSON.stringify(name)}
version: 1.0.0
type: tls_client_profile
certificate: ${JSON.stringify(certificate)}
key: ${JSON.stringify(key)}
`
  return [`providers/${name}.yaml`, text]
}

/** Enables a TLS client profile in the document of a catalog. */
export function enableTlsProfile(catalog: string, { name }: TlsProfile): string {
  return addYamlItem(catalog, ['tls_client_profiles'], name)
}
