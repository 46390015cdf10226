/** Turns an OpenAPI document into an API document of this gateway. The order of the steps is the order of this page. */
import { type JsonObject, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import { describeTimedPattern } from '../../../../shared/lib/patterns/compile-pattern.ts'
import { trimCharacters, trimEndCharacters } from '../../../../shared/lib/text/trim-characters.ts'
import { openApi2Schema, openApi3Schema } from '../../../config/openapi/schemas/openapi-schema.ts'
import type { ParsedDocument } from '../../../config/text/parsed-document.ts'
import { rarelyWithBody } from '../../../data-plane/policies/invoke/settings.ts'
import { describeDearSchemas, findDearSchemas } from '../../../lib/json-schema/dear-schemas.ts'
import { findSchemaPatterns } from '../../../lib/json-schema/find-schema-patterns.ts'
import { findPointedValue } from './bundle/pointers.ts'
import { createImportContext, type ImportContext, ImportNotes, removeUnknownMembers } from './import-context.ts'
import { type ImportedOperation, importPaths } from './import-paths.ts'
import { importSecurity } from './import-security.ts'
import { importServers } from './import-servers.ts'
import { ImportError, type ImportedApi, type ImportOptions } from './import-types.ts'

/** Imports a bundled document, and changes it; `source` locates notes. Throws `ImportError`, also without an option. */
export function importApi(document: JsonObject, source: ParsedDocument, options: ImportOptions): ImportedApi {
  const notes = new ImportNotes()
  const context = createImportContext(document, source, options, notes)

  importVersion(context)
  const info = importInfo(context)
  const servers = importServers(info.name, hasAssembly(document), context)
  const operations = importPaths(context)
  const scopes = importSecurity(info.name, operations, context)
  if (servers.upstream !== undefined) addConfiguration(servers.upstream, operations, context)
  noteTimedPatterns(context)
  noteDearSchemas(context)

  return { document, ...info, ...servers, operationCount: operations.length, scopes, notes: notes.list() }
}

/** Returns whether the document says what happens to a call. Its assembly then stays as it is. */
function hasAssembly(document: JsonObject): boolean {
  const { execute } = membersOf(membersOf(document['x-ibm-configuration']).assembly)
  return Array.isArray(execute) && execute.length > 0
}

/** Adds an assembly that sends calls to the upstream. */
function addConfiguration(upstream: string, operations: readonly ImportedOperation[], context: ImportContext): void {
  const { document } = context
  const configuration = membersOf(document['x-ibm-configuration'])
  const invoke: JsonObject = { version: '2.0.0', 'target-url': '$(backend)$(api.operation.path)$(request.search)' }
  if (operations.some((each) => hasRareBody(each, context))) invoke['keep-payload'] = true
  document['x-ibm-configuration'] = {
    ...configuration,
    properties: { ...membersOf(configuration.properties), backend: { value: upstream, description: 'The upstream' } },
    assembly: { ...membersOf(configuration.assembly), execute: [{ invoke }] },
  }
}

/** Returns whether an operation has a request body that `invoke` only sends with `keep-payload`. */
function hasRareBody({ template, method, operation }: ImportedOperation, { document }: ImportContext): boolean {
  if (!rarelyWithBody.has(method.toUpperCase())) return false
  const shared = membersOf(membersOf(document.paths)[template]).parameters
  const parameters = [operation.parameters, shared].flat().map((each) => {
    const { $ref } = membersOf(each)
    return membersOf(typeof $ref === 'string' ? findPointedValue(document, $ref.slice(1)) : each)
  })
  return operation.requestBody !== undefined || parameters.some(({ in: at }) => at === 'body' || at === 'formData')
}

/** Notes each expression that `validate` can only test within a limited time. Checks reject invalid expressions. */
function noteTimedPatterns({ document, note }: ImportContext): void {
  const known = new Set<string>()
  for (const { pattern, path } of findSchemaPatterns(document)) {
    if (known.has(pattern)) continue
    known.add(pattern)
    try {
      const message = describeTimedPattern(pattern)
      if (message) note('kept', path, `is kept: ${message}`)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
}

/** Notes the schemas whose check can take long: one line for each family, at its first schema. */
function noteDearSchemas({ document, note }: ImportContext): void {
  const found = findDearSchemas(document, (ref) => findPointedValue(document, ref.slice(1)))
  for (const [family, all] of Map.groupBy(found, (each) => each.family))
    note('kept', all[0]?.path ?? [], `is kept: ${describeDearSchemas(family, all.length)}`)
}

const supported = 'supported are Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2'

/** Throws `ImportError` when the document is no OpenAPI document of a supported version. */
function importVersion(context: ImportContext): void {
  const { document, source, isSwagger, note, place } = context
  const path = [isSwagger ? 'swagger' : 'openapi']
  const written = source.renderValue(path)
  if (isSwagger) {
    if (document.swagger === undefined)
      throw new ImportError(`${source.file}:1:1 has neither "openapi" nor "swagger": ${supported}`)
    if (!/^2(\.0)?$/.test(written)) throw new ImportError(`${place(path)} ${path[0]} is "${written}": ${supported}`)
    document.swagger = '2.0'
  } else if (/^3\.2(\.\d+)?$/.test(written)) {
    document.openapi = '3.1.1'
    note('changed', path, `is "${written}": the document is read as 3.1, without what only 3.2 has`)
  } else if (/^3\.[01](\.\d+)?(-\w+)?$/.test(written)) {
    document.openapi = written.replace(/^(3\.\d)$/, '$1.0').replace(/-.*/, '')
  } else throw new ImportError(`${place(path)} ${path[0]} is "${written}": ${supported}`)

  const schema = (isSwagger ? openApi2Schema : openApi3Schema) as { properties?: object }
  removeUnknownMembers(document, new Set(Object.keys(schema.properties ?? {})), [], context)
  for (const member of ['gateway', 'type']) delete document[member]
}

const infoMembers = new Set(['title', 'version', 'description', 'summary', 'termsOfService', 'contact', 'license'])
const maxNameLength = 64

/** Returns the name, the title and the version, and writes them into the document. Throws `ImportError` for a wrong name. */
function importInfo(context: ImportContext): { name: string; title: string; version: string } {
  const { document, source, options, note, place } = context
  const info = membersOf(document.info)
  const title = typeof info.title === 'string' && info.title.trim() !== '' ? info.title : 'API'
  if (title !== info.title) note('changed', ['info'], `has no title: "${title}" is used`)

  const written = info.version === undefined ? '1.0.0' : source.renderValue(['info', 'version'])
  const version = written.trim().replaceAll(/[:\s]+/g, '-') || '1.0.0'
  if (version !== info.version) note('changed', ['info', 'version'], `is now "${version}"`)

  const own = typeof info['x-ibm-name'] === 'string' ? info['x-ibm-name'] : undefined
  const name = options.name ?? own ?? toName(title)
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) {
    throw new ImportError(
      `${options.name === undefined ? `${place(['info', 'x-ibm-name'])} ` : ''}the name of the API must have letters, digits, "-", "_" and "." - found "${name}"; ${options.words.setName}`,
    )
  }
  removeUnknownMembers(info, infoMembers, ['info'], context)
  document.info = { ...info, title, version, 'x-ibm-name': name }
  return { name, title, version }
}

/** Derives a name from a title: `Swagger Petstore - OpenAPI 3.0` becomes `swagger-petstore-openapi-3.0`. */
function toName(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
  return trimEndCharacters(trimCharacters(words, '-.').slice(0, maxNameLength), '-.') || 'api'
}
