/** The places of components in a bundle, by what a reference stands for. */
import { decodePercent } from '../../../../../shared/lib/text/decode-percent.ts'
import { trimCharacters } from '../../../../../shared/lib/text/trim-characters.ts'
import type { MemberPath } from '../../../../config/text/parsed-document.ts'

/** `openapi`: OpenAPI 3 with `components`. `swagger`: Swagger 2, with the sections at the top. */
export type SectionNames = 'openapi' | 'swagger'

const openApiSections = new Set([
  ...['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers', 'links', 'callbacks'],
])
const swaggerSections: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  responses: 'responses',
  parameters: 'parameters',
}

/** The section of a reference by the member that contains it, or that contains the map or list around it. */
const sectionsByMember: Readonly<Record<string, string>> = {
  schema: 'schemas',
  items: 'schemas',
  not: 'schemas',
  additionalProperties: 'schemas',
  requestBody: 'requestBodies',
}
const sectionsByHolder: Readonly<Record<string, string>> = {
  properties: 'schemas',
  patternProperties: 'schemas',
  schemas: 'schemas',
  definitions: 'schemas',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  requestBodies: 'requestBodies',
  headers: 'headers',
  examples: 'examples',
  links: 'links',
}

/** Returns the place for the target of the reference at `at`; undefined when the target replaces the reference. */
export function findSection(
  sections: SectionNames,
  at: MemberPath,
  fragment: string,
  location: string,
): { readonly path: readonly string[]; readonly name: string } | undefined {
  const parts = fragment
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const name = toComponentName(parts.at(-1) ?? baseName(location))
  const isComponentItself = isComponentEntry(at)
  if (isComponentItself || (at[0] === 'paths' && at.length === 2)) return undefined

  const section = sectionsByMember[String(at.at(-1))] ?? sectionsByHolder[String(at.at(-2))]
  if (!section || name === '') return undefined
  if (sections === 'openapi') return openApiSections.has(section) ? { path: ['components', section], name } : undefined
  const own = swaggerSections[section]
  return own ? { path: [own], name } : undefined
}

/** Returns whether a path is that of a component, whose reference the target replaces. */
function isComponentEntry(at: MemberPath): boolean {
  return (
    (at[0] === 'components' && at.length === 3) ||
    (at.length === 2 && Object.values(swaggerSections).includes(String(at[0])))
  )
}

/** Returns a text in the characters of a component's name (OpenAPI 3.0 section 4.7.7). */
function toComponentName(text: string): string {
  return trimCharacters(text.replaceAll(/[^A-Za-z0-9._-]+/g, '-'), '-')
}

function baseName(location: string): string {
  const file = decodePercent(location.split('?', 1)[0]?.split('/').at(-1) ?? '')
  return file.replace(/\.(json|ya?ml)$/, '')
}
