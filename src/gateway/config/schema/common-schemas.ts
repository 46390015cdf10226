/** Schemas of members that many documents have. `x-words` describes a pattern in words for error texts. */
import { optionalText } from '../../../shared/lib/json-schema/members.ts'
import { type TSchema, Type } from '../../../shared/lib/json-schema/type.ts'

/** The schema of a name in paths, commands and other documents. */
export const nameSchema = (description?: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    maxLength: 128,
    'x-words': 'a name of letters, digits, "-", "_" and "."',
    ...(description !== undefined && { description }),
  })

/** The schema of the title of a document. */
export const titleSchema = (description = 'The title for readers; without a title, they read the name.') =>
  optionalText(description)

/** The schema of a member that is true or false. */
export const flagSchema = (byDefault: boolean, description: string) => Type.Boolean({ default: byDefault, description })

/** The schema of a path with one or more segments: `/oauth2/token`. */
export const pathSchema = (options: { default?: string; description?: string } = {}) =>
  Type.String({
    pattern: "^(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~!$&'()*+,;=:@-]+)+$",
    'x-words': 'a path such as /oauth2/token: begins with "/", ends without, no empty segment, no "%"',
    ...options,
  })

/** The schema of a map whose defaults apply when the document omits it. */
export const sectionSchema = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Object(properties, { default: {}, ...(description !== undefined && { description }) })

/** The schema of descriptive text, which is not checked. */
export const freeTextSchema = (description?: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { ...(description !== undefined && { description }) }))

/** The schema of the value of a property, which replaces `$(name)` in an assembly. Numbers and booleans become text. */
export const propertyValueSchema = () => Type.Union([Type.String(), Type.Number(), Type.Boolean()])

/** The schema of `x-sluice`: `strict: true` makes names that nothing defines errors. */
export const sluiceSchema = Type.Optional(Type.Object({ strict: Type.Boolean({ default: false }) }))

/** Tolerates members that another product may write: ignoring one opens nothing that the document closes. */
export const tolerant = { 'x-unknown': 'warning' } as const

/** Returns schemas of members that are accepted and have no effect. */
export function ignoredMembers(...names: readonly string[]): Record<never, never> {
  return Object.fromEntries(names.map((each) => [each, Type.Optional(Type.Unknown({ 'x-ignored': true }))]))
}

/** Returns schemas of the members of every object in exports of a management server, so that exports load unchanged. */
export const exportEnvelopeMembers = () =>
  ignoredMembers(
    'type',
    'api_version',
    'id',
    'scope',
    'owned',
    'shared',
    'metadata',
    'created_at',
    'updated_at',
    'url',
    'org_url',
    'catalog_url',
    'space_url',
    'consumer_org_url',
    'owner_url',
    'shadow',
    'shadow_id',
    'original_id',
  )

/** The schema of the scopes of a provider: a map of name to description (RFC 6749 section 3.3). */
export const scopesSchema = Type.Record(
  Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }),
  Type.Union([Type.String(), Type.Null()]),
  {
    default: {},
    description: 'The name of each scope, and its description for users.',
    additionalProperties: false,
    'x-names': 'a scope is printable ASCII without blanks, \'"\' and "\\"',
  },
)
