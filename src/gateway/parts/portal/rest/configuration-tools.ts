/** Imports of OpenAPI files and tests of sign-ins, for owners who may change documents. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { body, limitedText, list, text, view } from '../../../../shared/rest/shapes.ts'
import { password, userName } from './account.ts'
import { nameSchema } from './applications.ts'
import { DocumentChange, filePath } from './configuration.ts'

const mebibyte = 1024 * 1024

const ImportFile = body('ImportFile', {
  path: limitedText('a path', 1000, {
    minLength: 1,
    description: 'The path within what was chosen in the browser, or only the name.',
  }),
  text: Type.String({ minLength: 1, maxLength: 8 * mebibyte, 'x-words': 'the text of an OpenAPI file of up to 8 MiB' }),
})

const part = (words: string, description: string) => Type.Optional(limitedText(words, 1000, { description }))

export type UpstreamCredentialRequest = Static<typeof UpstreamCredentialRequest>
export const UpstreamCredentialRequest = body(
  'UpstreamCredentialRequest',
  {
    kind: Type.Enum(['none', 'basic', 'header', 'token', 'ltpa', 'certificate']),
    user: part('a user name or client id', 'The user name, or the client id; `gateway` by default.'),
    secret: part(
      'a reference',
      'Where the password, secret or key is: `$env{NAME}`, `$file{PATH}` or `$vault{PATH#KEY}`; a variable with the name of the API by default.',
    ),
    header: part('the name of a header', 'The header for the secret; `X-API-Key` by default.'),
    authUrl: part('a URL', 'The token endpoint, or the login of the MQ web server.'),
    scope: part('a scope', 'The scope of the access token.'),
    certificate: part('a path', 'The PEM file of the client certificate, absolute or from `providers/`.'),
    key: part('a path', 'The PEM file of its key.'),
  },
  'What the gateway authenticates itself with at the upstream. Documents have references to secrets only.',
)

const ImportApiRequest = body('ImportApiRequest', {
  catalog: { ...filePath, description: 'The document of the catalog that will publish the API.' },
  provider: limitedText('the name of a provider,', 128, { description: 'The OAuth provider that protects the API.' }),
  files: Type.Array(ImportFile, {
    minItems: 1,
    maxItems: 200,
    'x-words': 'a list of 1 to 200 files',
    description: 'OpenAPI files, YAML or JSON, with the files to which their `$ref` lead.',
  }),
  name: Type.Optional({ ...nameSchema, description: 'The name of a single API, in place of one from its title.' }),
  upstream: Type.Optional(
    limitedText('an http or https URL', 2000, {
      pattern: '^https?://',
      description: 'The URL of the upstream, in place of the first server of each file.',
    }),
  ),
  credential: Type.Optional(UpstreamCredentialRequest),
})

const ImportedFileView = view(
  'ImportedFileView',
  {
    path: text(),
    outcome: Type.Enum(['api', 'part', 'unused', 'rejected']),
    message: text('What continues the path to a sentence, such as `becomes apis/pets.yaml`.'),
  },
  'What became of one file of an import: an API, a part of others, nothing, or an error.',
)

export type ImportedApiView = Static<typeof ImportedApiView>
export const ImportedApiView = view('ImportedApiView', {
  changes: list(DocumentChange, 'The changes that add the APIs, which are not made yet.'),
  notes: list(text(), 'What the import changed or left out, as sentences.'),
  files: list(ImportedFileView),
})

export type SignInTestRequest = Static<typeof SignInTestRequest>
export const SignInTestRequest = body(
  'SignInTestRequest',
  {
    file: filePath,
    text: Type.String({ maxLength: mebibyte, 'x-words': 'the text of the document, of up to 1 MiB' }),
    user: userName,
    password,
  },
  'A sign-in at a user registry whose document may not be saved yet.',
)

export type SignInTestView = Static<typeof SignInTestView>
export const SignInTestView = view(
  'SignInTestView',
  {
    outcome: Type.Enum(['accepted', 'rejected', 'unavailable', 'invalid']),
    steps: list(text(), 'What the registry did, in order, such as the URL that responded with a status.'),
    message: text('The result in one sentence.'),
  },
  'The result of a test of a sign-in. It contains no password.',
)

export const configurationToolResources = declareResources('configuration', {
  'POST /configuration/import': {
    id: 'importApi',
    summary: 'Make API documents from OpenAPI files, without saving them',
    body: ImportApiRequest,
    maxBodyBytes: 9 * mebibyte,
    response: ImportedApiView,
  },
  'POST /configuration/sign-in-test': {
    id: 'testSignIn',
    summary: 'Test a sign-in at a registry',
    body: SignInTestRequest,
    maxBodyBytes: mebibyte,
    response: SignInTestView,
  },
})
