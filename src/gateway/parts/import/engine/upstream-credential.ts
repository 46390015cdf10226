/** The credential of the gateway at an upstream, which documents hold as a reference, never as a secret. */
import type { CredentialKind, CredentialPart } from '../../../contract/api-import.ts'
import { addYamlItem, setYamlValue } from '../../../lib/yaml/yaml-text.ts'

/** The credential, as members of documents. */
export interface UpstreamCredential {
  /** The members of `invoke`. */
  invoke: Record<string, unknown>
  /** The TLS client profile with the certificate; undefined for other kinds. */
  tlsProfile: TlsProfile | undefined
  /** What must be there before the start: a reference, such as `$env{ORDERS_SECRET}`, or files. */
  needs: string
}

export type TlsProfile = { name: string; certificate: string; key: string }

/** What a kind of credential consists of: each member of `authenticate` or of a TLS client profile, and the part that has its value. */
export const credentialKinds = {
  none: {},
  basic: { username: 'user', password: 'secret' },
  header: { name: 'header', value: 'secret' },
  token: { url: 'authUrl', 'client-id': 'user', 'client-secret': 'secret', scope: 'scope' },
  ltpa: { url: 'authUrl', username: 'user', password: 'secret' },
  certificate: { certificate: 'certificate', key: 'key' },
} as const satisfies Record<CredentialKind, Record<string, CredentialPart>>

const secretWords =
  'must be a reference such as $env{NAME}, $file{/run/secrets/name} or $vault{path#key}, so that no secret is in the documents'
const reference = /^(?:[A-Za-z]{1,20} )?\$(?:env|file|vault)\{.+\}$/
const headerName = /^[\w!#$%&'*+.^`|~-]{1,100}$/

/** Returns what is wrong with a value; undefined when it is accepted. The text does not repeat the value. */
export function findCredentialError(part: CredentialPart, value: string): string | undefined {
  switch (part) {
    case 'secret':
      return value.length < 1000 && reference.test(value) ? undefined : secretWords
    case 'header':
      return headerName.test(value) ? undefined : 'must be the name of a header'
    case 'authUrl':
      return findUrlError(value)
    case 'scope':
      return undefined
    default:
      return value === '' ? 'must not be empty' : undefined
  }
}

/** Returns what is wrong with the URL of a server; undefined when it is accepted. */
export function findUrlError(text: string): string | undefined {
  const url = URL.parse(text)
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && !/[${}]/.test(url.host)
  if (isPlain && /^https?:$/.test(url.protocol)) return undefined
  return 'must be an http or https URL without a query and a user name, like http://127.0.0.1:3000'
}

/** Returns the value of a part that is not given, for an API with this name. */
export function presetCredentialPart(part: CredentialPart, api: string): string {
  const variable = `$env{_${api.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_SECRET}`.replace(/\{_(?=\D)/, '{')
  const presets: Partial<Record<CredentialPart, string>> = { user: 'gateway', header: 'X-API-Key', secret: variable }
  return presets[part] ?? ''
}

/** Returns the parts of a kind of credential, in the order of questions. */
export function listCredentialParts(kind: CredentialKind): CredentialPart[] {
  return Object.values(credentialKinds[kind])
}

/** Returns the credential for an API from accepted values; undefined for none. Empty values are left out. */
export function buildUpstreamCredential(
  api: string,
  kind: CredentialKind,
  values: Partial<Record<CredentialPart, string>>,
): UpstreamCredential | undefined {
  if (kind === 'none') return undefined
  const { certificate = '', key = '', secret = '' } = values
  if (kind === 'certificate') {
    const tlsProfile = { name: `${api}-upstream`, certificate, key }
    const needs = `the files ${certificate} and ${key}`
    return { invoke: { 'tls-profile': `${tlsProfile.name}:1.0.0` }, tlsProfile, needs }
  }
  const members = Object.entries<CredentialPart>(credentialKinds[kind]).flatMap(([member, part]) => {
    const value = values[part] ?? ''
    return value === '' ? [] : [[member, value] as const]
  })
  return { invoke: { authenticate: { [kind]: Object.fromEntries(members) } }, tlsProfile: undefined, needs: secret }
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
