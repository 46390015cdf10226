/** The kinds of documents that an owner can create, with the fields that a valid document needs at least. */
import { t } from '../../../../../../shared/ui/text/t.ts'
import { renderBlockYaml } from '../../../../../lib/yaml/render-yaml.ts'

export interface NewDocumentField {
  id: string
  label: string
  help?: string
  initial?: string
  isOptional?: boolean
  /** The kinds of existing documents to choose from. */
  choices?: readonly string[]
  /** The schemes of a URL, such as `https:`; undefined for a field that is no URL. */
  schemes?: readonly string[]
}

/** Returns what is wrong with the value of a field; undefined for an empty one and for a reference such as `$env{URL}`. */
export function findFieldError({ schemes }: NewDocumentField, value: string): string | undefined {
  if (!schemes || value === '' || /\$(env|file)\{/.test(value)) return undefined
  const example = schemes.map((scheme) => `${scheme}//`).join(' or ')
  const isUrl = URL.canParse(value) && new URL(value).host !== '' && schemes.includes(new URL(value).protocol)
  return isUrl ? undefined : t('Enter a whole URL that begins with {example}', { example })
}

export interface NewDocument {
  id: string
  title: string
  kind: string
  fields: readonly NewDocumentField[]
  /** The list of the catalog that enables the document; undefined for documents that belong to a catalog. */
  enabledIn?: string
  /** Returns the path of the document: in `providers/` if absent. `folder` is the folder of the chosen catalog. */
  file?(name: string, folder: string): string
  /** Returns the members of the document; `head` has its name and its title. */
  build(values: Readonly<Record<string, string>>, head: object): object
}

const title: NewDocumentField = { id: 'title', label: t('Title'), help: t('What people see.'), isOptional: true }
const catalog: NewDocumentField = { id: 'catalog', label: t('Catalog'), choices: ['catalog'] }

function registry(type: string, what: string, fields: NewDocumentField[], build: NewDocument['build']): NewDocument {
  return {
    id: `registry-${type}`,
    title: t('User registry: {what}', { what }),
    kind: 'user-registry',
    enabledIn: 'api_user_registries',
    fields: [title, ...fields],
    build,
  }
}

const url: NewDocumentField = { id: 'url', label: 'URL', schemes: ['https:', 'http:'] }

export const productDocument: NewDocument = {
  id: 'product',
  title: t('Product'),
  kind: 'product',
  fields: [
    title,
    catalog,
    { id: 'api', label: 'API', choices: ['api'] },
    { id: 'plan', label: t('Name of its first plan'), initial: 'default-plan' },
    { id: 'limit', label: t('Limit of the plan'), initial: '100/1hour', help: t('Such as 100/1hour, or unlimited.') },
  ],
  file: (name, folder) => `${folder}/products/${name}.yaml`,
  build: ({ api = '', plan = '', limit }, head) => ({
    product: '1.0.0',
    info: { ...head, version: '1.0.0' },
    apis: { [api.split(':')[0] ?? api]: { name: api } },
    plans: { [plan]: { 'rate-limits': { default: { value: limit, 'hard-limit': true } } } },
  }),
}

export const newDocuments: readonly NewDocument[] = [
  registry('authurl', 'authentication URL', [url], ({ url: endpoint }, head) => ({
    ...head,
    registry_type: 'authurl',
    endpoint: { endpoint },
  })),
  registry(
    'ldap',
    'LDAP',
    [
      { ...url, help: 'ldaps://host:636 or ldap://host:389', schemes: ['ldaps:', 'ldap:'] },
      { id: 'base', label: t('Base of the search'), help: t('Such as ou=people,dc=example,dc=com.') },
    ],
    ({ url: endpoint, base }, head) => ({
      ...head,
      registry_type: 'ldap',
      endpoint: { endpoint },
      configuration: { authentication_method: 'search_dn', search_dn_base: base },
    }),
  ),
  registry('lur', 'local', [], ({ name }, head) => ({
    ...head,
    registry_type: 'lur',
    users_file: `$env{SLUICE_DATA}/users/${name}.json`,
  })),
  {
    id: 'oauth-provider',
    title: t('OAuth provider'),
    kind: 'oauth-provider',
    enabledIn: 'oauth_providers',
    fields: [
      title,
      { id: 'registry', label: t('Authenticate application users using'), choices: ['user-registry'] },
      { id: 'scope', label: t('Scope name') },
      { id: 'description', label: t('Scope description'), isOptional: true },
    ],
    build: ({ name = '', registry: users, scope = '', description }, head) => ({
      ...head,
      provider_type: 'native',
      grants: ['password'],
      scopes: { [scope]: description ?? '' },
      native_provider: { clients: ['confidential'], user_registry: users, api: { basePath: `/${name}` } },
    }),
  },
  {
    id: 'third-party-oauth-provider',
    title: t('OAuth provider of a third party'),
    kind: 'third-party-oauth-provider',
    enabledIn: 'oauth_providers',
    fields: [
      title,
      { id: 'issuer', label: t('Issuer'), help: t('The member "iss" of its tokens.') },
      { id: 'audience', label: t('Audience'), help: t('The member "aud" of tokens for this gateway.') },
      { id: 'keys', label: t('URL of its keys (JWKS)'), schemes: ['https:', 'http:'] },
      { id: 'scope', label: t('Scope name') },
    ],
    build: ({ issuer, audience, keys, scope = '' }, head) => ({
      ...head,
      provider_type: 'third_party',
      scopes: { [scope]: '' },
      third_party_config: { jwks: { uri: keys, issuer, audience } },
    }),
  },
  {
    id: 'tls-client-profile',
    title: t('TLS client profile'),
    kind: 'tls-client-profile',
    enabledIn: 'tls_client_profiles',
    fields: [
      title,
      { id: 'truststore', label: t('File with the certificates of trusted CAs'), help: t('A PEM file.') },
    ],
    build: ({ truststore }, head) => ({ type: 'tls_client_profile', ...head, version: '1.0.0', truststore }),
  },
  productDocument,
  {
    id: 'catalog',
    title: t('Catalog'),
    kind: 'catalog',
    fields: [title, { id: 'org', label: t('Organisation'), help: t('The first part of every URL of the catalog.') }],
    file: (name) => `catalogs/${name}/catalog.yaml`,
    build: ({ org }, head) => ({ ...head, org }),
  },
]

/** Returns the path and the text of a document. `folder` is the folder of the chosen catalog. */
export function renderNewDocument(
  { file = (name) => `providers/${name}.yaml`, build }: NewDocument,
  values: Readonly<Record<string, string>>,
  folder: string,
): { file: string; text: string } {
  const { name = '', title: shown } = values
  const value = build(values, { name, title: shown || undefined })
  return { file: file(name, folder), text: `${renderBlockYaml(value)}\n` }
}
