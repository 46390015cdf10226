/** Reads a user registry. The schema of its type adds the members of that type. */
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import { type Static, type TSchema, Type } from '../../../../shared/lib/json-schema/type.ts'
import { didYouMean } from '../../../../shared/lib/output/suggest.ts'
import { type ConfigFact, computeDigest, listNamedParts, renderYesNo } from '../../document-set/config-fact.ts'
import type { DocumentContext, DocumentKind } from '../../document-set/document-kind.ts'
import { addUniquePart } from '../../document-set/document-set.ts'
import { checkAgainstSchema } from '../../schema/check-against-schema.ts'
import {
  exportEnvelopeMembers,
  flagSchema,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  sluiceSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import { renderFound } from '../../schema/describe-violations.ts'
import type { RegistrySettings, TypeTables } from '../../types/index.ts'
import { replaceTlsProfileUrl } from '../members/tls-profile-name.ts'
import { listTokenCeilingFacts, readTokenCeiling, tokenCeilingSchema } from '../members/token-ceiling.ts'

const common = Type.Object({
  name: nameSchema('The name by which other documents refer to the registry.'),
  title: titleSchema(),
  summary: freeTextSchema('A description for readers.'),
  registry_type: Type.String({ description: 'The type of the registry.' }),
  case_sensitive: flagSchema(false, 'Whether Alice and alice are two users.'),
  token_ceiling: tokenCeilingSchema,
  identity_providers: Type.Optional(
    Type.Array(Type.Object({ name: nameSchema(), title: Type.Optional(Type.String()) }), {
      description: 'The first title is the name of the registry on pages for users. Default: title.',
    }),
  ),
})

const meaningless = {
  ...exportEnvelopeMembers(),
  ...ignoredMembers(
    'integration_url',
    'email_required',
    'email_unique_if_exist',
    'user_managed',
    'user_registry_managed',
  ),
  'x-sluice': sluiceSchema,
  ...ignoredMembers('external_group_mapping_enabled', 'visibility', 'onboarding'),
}

type Row = TypeTables['registries'][number]

export const userRegistryKind: DocumentKind = {
  id: 'user-registry',
  kind: 'user registry',
  folder: 'provider',
  recognisedBy: 'registry_type',
  is: (value) => 'registry_type' in value,
  schema: ({ registries }) => Type.Union(registries.map(wholeSchema)),
  references: [{ path: ['**', 'tls_client_profile'], to: ['tls-client-profile'] }],
  listParts: ({ registries }) => listNamedParts('user registry', registries.values(), listRegistryFacts),

  read({ source, tables, problems }) {
    const type = source.valueAt(['registry_type'])
    const row = tables.registries.find((each) => each.type === type)
    if (!row) {
      const types = tables.registries.map((each) => each.type)
      const found = renderFound(type, ['registry_type'], source)
      const meant = typeof type === 'string' ? didYouMean(type, types) : ''
      const message = `registry_type must be one of ${types.join(', ')}${found}${meant}`
      problems.error(source.locate(['registry_type']), message)
      checkAgainstSchema(ofAnyType, source.value, [], { source, problems }) // checks the members that all types have, although the type is unknown
      return undefined
    }

    for (const each of endpointPaths) replaceTlsProfileUrl(source, each)
    keepUsersOfExportInStore({ source, problems })
    const deps = { source, problems }
    const whole = checkAgainstSchema(wholeSchema(row), source.value, [], deps) as Static<typeof common> | undefined
    if (!whole) return undefined

    const settings = settingsOf(row, whole)
    for (const { path, message } of row.faults?.(settings as never) ?? []) problems.error(source.locate(path), message)
    const title = whole.title ?? whole.name
    const part = {
      name: whole.name,
      title,
      displayName: whole.identity_providers?.[0]?.title ?? title,
      type: row.type,
      caseSensitive: whole.case_sensitive,
      signsInBrowser: row.signsInBrowser ? true : undefined,
      settings,
      ...readTokenCeiling(whole.token_ceiling, ['token_ceiling'], source),
      location: source.locate(),
    }
    const added = { part, source }
    return ({ registries }, problems) =>
      addUniquePart(registries, part.name, added, { kind: 'the user registry', path: ['name'], problems })
  },
}

/** An export of a local registry has no users, which are in the management server: here, the store has them. */
function keepUsersOfExportInStore({ source, problems }: Pick<DocumentContext, 'source' | 'problems'>): void {
  const isExport = source.valueAt(['integration_url']) !== undefined && source.valueAt(['registry_type']) === 'lur'
  if (!isExport || source.isStrict || ['users', 'users_file'].some((each) => source.valueAt([each]) !== undefined))
    return
  source.replace(['users'], 'store')
  const message = 'users_file is missing, so the users are in the store of the gateway'
  problems.warning(source.locate(), `${message}: add them with "sluice users add" - an export has none`)
}

/** The members that can name a TLS profile. */
export const endpointPaths = [
  ['endpoint'],
  ['configuration'],
  ['configuration', 'token_endpoint'],
  ['configuration', 'userinfo_endpoint'],
  ['configuration', 'jwks_uri'],
] as const

const ofAnyType = { ...common, additionalProperties: true } as TSchema
const wholeSchemas = new WeakMap<Row, TSchema>()

/** Returns the schema of a registry. A member of the type replaces a common one of the same name. */
function wholeSchema(row: Row): TSchema {
  const { type, settings } = row
  return getOrCreate(wholeSchemas, row, () => {
    const { properties = {}, required = [] } = settings as { properties?: object; required?: string[] }
    return {
      ...settings,
      type: 'object',
      properties: { ...meaningless, ...common.properties, registry_type: Type.Literal(type), ...properties },
      required: [...new Set([...(common.required ?? []), ...required])],
    } as TSchema
  })
}

function settingsOf({ settings }: Row, whole: object): unknown {
  const own = (settings as { properties?: object }).properties ?? {}
  return Object.fromEntries(Object.entries(whole).filter(([key]) => Object.hasOwn(own, key)))
}

function* listRegistryFacts({
  type,
  title,
  displayName,
  caseSensitive,
  settings,
  tokenCeiling,
}: RegistrySettings): Iterable<ConfigFact> {
  yield ['type', type]
  yield ['title', title]
  yield ['display name', displayName]
  yield ['case sensitive', renderYesNo(caseSensitive)]
  yield ['settings', computeDigest(settings)] // the settings may hold a bind password
  yield* listTokenCeilingFacts(tokenCeiling)
}
