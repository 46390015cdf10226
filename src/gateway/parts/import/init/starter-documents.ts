/** The documents of a first protected API: a row for each file. */
import { escapeReferences } from '../../../config/index.ts'
import { type ImportedApi, renderImportedApi } from '../engine/index.ts'
import type { Answers, StarterAnswers } from './questions.ts'

interface StarterDocument {
  path: string
  /** The JSON schema that editors use, by its name in the folder `schemas`. */
  schema: string
  render(answers: Answers, api: ImportedApi | undefined): string
}

/** What a new folder is made from. */
export interface StarterContent {
  answers: StarterAnswers
  /** The API of an OpenAPI file; undefined for the API of a first try. */
  api: ImportedApi | undefined
}

/** The plan to which the first application subscribes. */
export const planName = 'standard'
/** The names of the OAuth provider and of the user registry. */
export const providerName = 'login'
export const registryName = 'users'

const documents: readonly StarterDocument[] = [
  {
    path: `providers/${registryName}.yaml`,
    schema: '../schemas/user-registry.json',
    render: ({ authurl }) =>
      authurl === ''
        ? `# The users. "sluice users" adds and removes them.
name: ${registryName}
registry_type: lur
users_file: $env{SLUICE_DATA}/users/${registryName}.json
`
        : `# The users: this URL checks user name and password, which it gets in HTTP Basic authentication.
name: ${registryName}
registry_type: authurl
endpoint: { endpoint: ${quote(authurl)} }
`,
  },
  {
    path: `providers/${providerName}.yaml`,
    schema: '../schemas/oauth-provider.json',
    render: ({ api }, imported) => `# How tokens are issued.
name: ${providerName}
provider_type: native
grants: [password]
scopes: ${renderScopes(imported?.scopes, api)}
native_provider:
  user_registry: ${registryName}
  refresh_token: { enabled: true }
  # the scope of tokens that ask for none
  default_scopes: [${quote(api)}]
`,
  },
  {
    path: 'catalogs/CATALOG/catalog.yaml',
    schema: '../../schemas/catalog.json',
    render: ({ org, catalog, backend }, imported) => `# What is published together, at /${org}/${catalog}.
name: ${quote(catalog)}
org: ${quote(org)}
api_user_registries: [${registryName}]
oauth_providers: [${providerName}]
${imported ? '' : `properties:\n  backend: ${quote(backend)}\n`}`,
  },
  {
    path: 'catalogs/CATALOG/products/API.yaml',
    schema: '../../../schemas/product.json',
    render: ({ api }, imported) => `# The plans under which applications may call the API.
product: 1.0.0
info: { name: ${quote(api)}, version: 1.0.0 }
apis:
  api: { name: ${quote(`${api}:${imported?.version ?? '1.0.0'}`)} }
plans:
  ${planName}:
    rate-limits: { default: { value: 1000/1hour, hard-limit: true } }
`,
  },
  {
    path: 'apis/API.yaml',
    schema: '../schemas/api.json',
    render: ({ api }, imported) =>
      imported
        ? renderImportedApi(imported.document).replace(/^#.*\n/, '# The API, from an OpenAPI file.\n')
        : `# The API. Add an operation for each resource that you want to open.
openapi: 3.0.3
info: { title: ${quote(api)}, version: 1.0.0, x-ibm-name: ${quote(api)} }
servers: [{ url: /${api}/v1 }]
components:
  securitySchemes:
    ${providerName}:
      type: oauth2
      x-ibm-oauth-provider: ${providerName}
      flows:
        password: { tokenUrl: /oauth2/token, scopes: { ${quote(api)}: Use the API } }
security:
  - ${providerName}: [${quote(api)}]
paths:
  /:
    get: { operationId: getRoot, responses: { "200": { description: The root of the API } } }
  /${api}:
    get: { operationId: list, responses: { "200": { description: All } } }
    post: { operationId: create, responses: { "201": { description: Created } } }
  /${api}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: get, responses: { "200": { description: One } } }
    put: { operationId: replace, responses: { "200": { description: Replaced } } }
    delete: { operationId: remove, responses: { "204": { description: Removed } } }
x-ibm-configuration:
  assembly:
    execute:
      - invoke: { target-url: $(backend)$(api.operation.path)$(request.search) }
`,
  },
]

/** Returns the text of every document by its path in the folder. */
export function renderStarterDocuments({ answers, api }: StarterContent): ReadonlyMap<string, string> {
  return new Map(
    documents.map(({ path, schema, render }) => [
      path.replace('CATALOG', answers.catalog).replace('API', answers.api),
      `# yaml-language-server: $schema=${schema}\n${render(answers, api)}`,
    ]),
  )
}

/** Returns the map of scopes: one with the name of the API, for operations that name none, and those of the OpenAPI file. */
function renderScopes(scopes: ReadonlyMap<string, string> = new Map(), api: string): string {
  const all = new Map([[api, 'Use the API'], ...scopes])
  return `{ ${[...all].map(([name, text]) => `${quote(name)}: ${quote(escapeReferences(text))}`).join(', ')} }`
}

/** Returns a text as a YAML scalar: a name like `1` or `on` would otherwise be another type. */
function quote(text: string): string {
  return JSON.stringify(text)
}
