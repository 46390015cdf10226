/**
 * The words that the schemas of documents are made of.
 *
 * `x-words` says a pattern in words, for the sentence that a problem becomes.
 */
import { type TSchema, Type } from '../../lib/json-schema/type.ts'

/** What an object is called in paths, commands and other documents. */
export const nameSchema = () =>
  Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    maxLength: 128,
    'x-words': 'a name of letters, digits, "-", "_" and "."',
  })

/** A path of one segment or more: `/oauth2/token`. */
export const pathSchema = (options: { default?: string } = {}) =>
  Type.String({
    pattern: "^(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~!$&'()*+,;=:@-]+)+$",
    'x-words': 'a path such as /oauth2/token: begins with "/", ends without, no empty segment, no "%"',
    ...options,
  })

/** A map whose defaults apply, too, when the document leaves it out. */
export const sectionSchema = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { default: {} })

/** Text for people: no opinion about it. */
export const freeTextSchema = () => Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** A value that `$(name)` stands for in an assembly. Numbers and booleans become text. */
export const propertyValueSchema = () => Type.Union([Type.String(), Type.Number(), Type.Boolean()])

/** Members that a document may carry and that mean nothing here. */
export function ignoredMembers(...names: readonly string[]): Record<never, never> {
  return Object.fromEntries(names.map((each) => [each, Type.Optional(Type.Unknown({ 'x-ignored': true }))]))
}

/** What every object of a management server's export carries; it is accepted, so that exports can be dropped in. */
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
  )
