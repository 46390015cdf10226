/** Step of an import: path templates and operations. Removes what the gateway cannot route. */
import { isJsonObject, type JsonObject, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import { parsePathTemplate } from '../../../config/openapi/path-template.ts'
import { httpMethods, operationMembers, pathItemSchema } from '../../../config/openapi/schemas/openapi-schema.ts'
import type { MemberPath } from '../../../config/text/parsed-document.ts'
import { findPointedValue } from './bundle/pointers.ts'
import { type ImportContext, removeUnknownMembers } from './import-context.ts'
import { removeInnerServers } from './import-servers.ts'

/** An operation of the imported document. */
export interface ImportedOperation {
  readonly template: string
  readonly method: string
  readonly operation: JsonObject
  readonly path: MemberPath
}

const pathItemMembers = new Set(Object.keys((pathItemSchema as unknown as { properties: object }).properties))

/** What the paths that were imported already have. */
interface Taken {
  /** The methods and shapes of paths: two operations of one shape match the same calls. */
  readonly shapes: Set<string>
  readonly ids: Set<string>
}

/** Returns the operations that remain. */
export function importPaths(context: ImportContext): ImportedOperation[] {
  const { document, note } = context
  const written = membersOf(document.paths)
  document.paths = {}
  const taken: Taken = { shapes: new Set(), ids: new Set() }
  const templates = Object.keys(written).filter((each) => !each.startsWith('x-')) // extensions of the map
  const plain = templates.filter((each) => !isMarked(each))

  return [...plain, ...templates.filter(isMarked)].flatMap((original) => {
    const path = ['paths', original]
    const template = original.replace(/[?#].*$/s, '')
    const parsed = parsePathTemplate(template)
    const item = inlinePathItem(written[original], document)
    const error = 'error' in parsed ? parsed.error : findItemError(item)
    if ('error' in parsed || !isJsonObject(item) || error !== undefined) {
      note('dropped', path, `was removed: it ${error}`)
      return []
    }
    removeUnknownMembers(item, pathItemMembers, path, context)
    removeInnerServers(item, path, context)
    const operations = importItem({ template, shape: parsed.shape, item, path }, taken, context)
    if (template === original || operations.length > 0) addItem(membersOf(document.paths), template, item, operations)
    if (template !== original && operations.length > 0)
      note('changed', path, `is now "${template}": the gateway does not compare what follows "?" and "#"`)
    return operations
  })
}

/** Published files tell operations of one path apart by a query or fragment, which OpenAPI does not have in paths. */
const isMarked = (template: string) => /[?#]/.test(template)

/** Returns the operations of a path item, and removes those that cannot be served. */
function importItem(
  { template, shape, item, path }: { template: string; shape: string; item: JsonObject; path: MemberPath },
  { shapes, ids }: Taken,
  context: ImportContext,
): ImportedOperation[] {
  return httpMethods.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    const at = [...path, method]
    const key = `${method} ${shape}`
    if (!isJsonObject(operation) || shapes.has(key)) {
      delete item[method]
      const reason = isJsonObject(operation) ? 'another path matches the same calls' : 'it is no operation'
      context.note('dropped', at, `was removed: ${reason}`)
      return []
    }
    shapes.add(key)
    removeUnknownMembers(operation, operationMembers, at, context)
    removeInnerServers(operation, at, context)
    keepUniqueId(operation, ids, at, context)
    return [{ template, method, operation, path: at }]
  })
}

/** Adds a path item. A second item of a template gives its operations to the first one. */
function addItem(
  paths: JsonObject,
  template: string,
  item: JsonObject,
  operations: readonly ImportedOperation[],
): void {
  const first = paths[template]
  if (!isJsonObject(first)) {
    paths[template] = item
    return
  }
  for (const each of [first, item]) giveParametersToOperations(each)
  for (const { method, operation } of operations) first[method] = operation
}

/** Moves the parameters of a path item into its operations, whose own parameters of the same name count. */
function giveParametersToOperations(item: JsonObject): void {
  const { parameters } = item
  if (!Array.isArray(parameters)) return
  delete item.parameters
  const keyOf = (each: unknown) => `${membersOf(each).in} ${membersOf(each).name ?? membersOf(each).$ref}`
  for (const method of httpMethods) {
    const operation = item[method]
    if (!isJsonObject(operation)) continue
    const own = Array.isArray(operation.parameters) ? operation.parameters : []
    const names = new Set(own.map(keyOf))
    operation.parameters = [...parameters.filter((each) => !names.has(keyOf(each))), ...own]
  }
}

/** Returns why the gateway cannot serve a path item; undefined when it can. */
function findItemError(item: unknown): string | undefined {
  if (!isJsonObject(item)) return 'is no map of operations'
  return item.$ref === undefined ? undefined : `is a reference to nothing: "${item.$ref}"`
}

/** Returns a path item in place of a reference to one, so that each path has security requirements of its own. */
function inlinePathItem(item: unknown, document: JsonObject): unknown {
  if (!isJsonObject(item) || typeof item.$ref !== 'string' || !item.$ref.startsWith('#')) return item
  const target = findPointedValue(document, item.$ref.slice(1))
  if (!isJsonObject(target) || target.$ref !== undefined) return item
  const { $ref: _, ...own } = item
  return { ...structuredClone(target), ...own }
}

function keepUniqueId(operation: JsonObject, ids: Set<string>, path: MemberPath, { note }: ImportContext): void {
  const id = operation.operationId
  if (id === undefined) return
  if (typeof id === 'string' && id !== '' && !ids.has(id)) ids.add(id)
  else {
    delete operation.operationId
    note(
      'dropped',
      [...path, 'operationId'],
      `"${id}" was removed: ${id ? 'another operation has it' : 'it is no name'}`,
    )
  }
}
