/** The credential of the gateway at an upstream, which documents hold as a reference, never as a secret. */
import { addYamlItem, setYamlValue } from '../../lib/yaml/yaml-text.ts'
import { type AskingOptions, findUrlError, type Question, takeAnswer } from './ask.ts'

/** The credential, as members of documents. */
export interface UpstreamCredential {
  /** The members of `invoke`. */
  invoke: Record<string, unknown>
  /** The TLS client profile with the certificate; undefined for other kinds. */
  tlsProfile: { name: string; certificate: string; key: string } | undefined
  /** What must be there before the start: a reference, such as `$env{ORDERS_SECRET}`, or files. */
  needs: string
}

const secretWords =
  'must be a reference such as $env{NAME}, $file{/run/secrets/name} or $vault{path#key}, so that no secret is in the documents'
const reference = /^(?:[A-Za-z]{1,20} )?\$(?:env|file|vault)\{.+\}$/
const isGiven = (answer: string) => (answer === '' ? 'must not be empty' : undefined)

const fields = {
  'upstream-user': {
    text: 'User name, or client id, of the gateway at the upstream',
    preset: 'gateway',
    findError: isGiven,
  },
  'upstream-secret': {
    text: 'Reference to the password, secret or key ($env{NAME}, $file{PATH} or $vault{PATH#KEY})',
    preset: '',
    findError: (answer) => (answer.length < 1000 && reference.test(answer) ? undefined : secretWords),
    isSecret: true,
  },
  'upstream-header': {
    text: 'Name of the header',
    preset: 'X-API-Key',
    findError: (answer) => (/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(answer) ? undefined : 'must be the name of a header'),
  },
  'upstream-auth-url': {
    text: 'URL of the token endpoint, or of the login of the MQ web server',
    preset: '',
    findError: findUrlError,
  },
  'upstream-scope': { text: 'Scope of the access token (empty: none)', preset: '', findError: () => undefined },
  'upstream-certificate': {
    text: 'PEM file of the client certificate (absolute, or from the folder providers)',
    preset: '',
    findError: isGiven,
  },
  'upstream-key': { text: 'PEM file of its key', preset: '', findError: isGiven },
} as const satisfies Record<string, Question>

type Field = keyof typeof fields
type Answers = Record<Field, string>

/** The ways to authenticate, each with its questions and the members of `invoke` that it becomes. */
const kinds: Readonly<Record<string, readonly [asked: readonly Field[], render: (answers: Answers) => object]>> = {
  none: [[], () => ({})],
  basic: [
    ['upstream-user', 'upstream-secret'],
    (all) => ({ basic: { username: all['upstream-user'], password: all['upstream-secret'] } }),
  ],
  header: [
    ['upstream-header', 'upstream-secret'],
    (all) => ({ header: { name: all['upstream-header'], value: all['upstream-secret'] } }),
  ],
  token: [
    ['upstream-auth-url', 'upstream-user', 'upstream-secret', 'upstream-scope'],
    (all) => ({
      token: {
        url: all['upstream-auth-url'],
        'client-id': all['upstream-user'],
        'client-secret': all['upstream-secret'],
        ...(all['upstream-scope'] !== '' && { scope: all['upstream-scope'] }),
      },
    }),
  ],
  ltpa: [
    ['upstream-auth-url', 'upstream-user', 'upstream-secret'],
    (all) => ({
      ltpa: { url: all['upstream-auth-url'], username: all['upstream-user'], password: all['upstream-secret'] },
    }),
  ],
  certificate: [['upstream-certificate', 'upstream-key'], () => ({})],
}

const kindQuestion: Question = {
  text: `Credential of the gateway at the upstream (${Object.keys(kinds).join(', ')})`,
  preset: 'none',
  findError: (answer) => (Object.hasOwn(kinds, answer) ? undefined : `must be one of ${Object.keys(kinds).join(', ')}`),
}

/** The options of the commands that ask for a credential. */
export const upstreamCredentialOptions = {
  'upstream-auth': {
    value: 'KIND',
    help: 'the credential of the gateway at the upstream: none, basic, header, token, ltpa or certificate',
  },
  'upstream-user': { value: 'NAME', help: 'its user name, or client id' },
  'upstream-secret': {
    value: 'REFERENCE',
    help: 'where its password, secret or key is: $env{NAME}, $file{PATH} or $vault{PATH#KEY}',
  },
  'upstream-header': { value: 'NAME', help: 'the header for it (default: X-API-Key)' },
  'upstream-auth-url': { value: 'URL', help: 'the token endpoint, or the login of the MQ web server (ltpa)' },
  'upstream-scope': { value: 'SCOPE', help: 'the scope of the access token' },
  'upstream-certificate': { value: 'FILE', help: 'the PEM file of the client certificate' },
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
  const kind = await takeAnswer('upstream-auth', kindQuestion, asking)
  const [asked, render] = kinds[kind] ?? [[], () => ({})]
  const variable = `$env{${api
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')}_SECRET}`
  const answers = {} as Answers
  for (const name of asked) {
    const preset = name === 'upstream-secret' ? variable : fields[name].preset
    answers[name] = await takeAnswer(name, { ...fields[name], preset }, asking)
  }
  if (kind === 'none') return undefined
  const name = `${api}-upstream`
  const [certificate, key] = [answers['upstream-certificate'], answers['upstream-key']]
  if (kind !== 'certificate')
    return { invoke: { authenticate: render(answers) }, tlsProfile: undefined, needs: answers['upstream-secret'] }
  return {
    invoke: { 'tls-profile': `${name}:1.0.0` },
    tlsProfile: { name, certificate, key },
    needs: `the files ${certificate} and ${key}`,
  }
}

/** Adds the credential to the first policy of an API document, an `invoke`. */
export function addCredentialToApi(text: string, { invoke }: UpstreamCredential): string {
  const path = ['x-ibm-configuration', 'assembly', 'execute', 0, 'invoke']
  return Object.entries(invoke).reduce((changed, [name, value]) => setYamlValue(changed, [...path, name], value), text)
}

/** Returns the path of the document of a TLS client profile, and its text. */
export function renderTlsProfile(profile: NonNullable<UpstreamCredential['tlsProfile']>): [file: string, text: string] {
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
export function enableTlsProfile(catalog: string, { name }: NonNullable<UpstreamCredential['tlsProfile']>): string {
  return addYamlItem(catalog, ['tls_client_profiles'], name)
}
