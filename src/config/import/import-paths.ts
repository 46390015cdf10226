/** Step of an import: path templates and operations. Removes what the gateway cannot route. */
import { parsePathTemplate } from '../openapi/path-template.ts'
import { httpMethods, operationMembers, pathItemSchema } from '../openapi/schemas/openapi-schema.ts'
import type { MemberPath } from '../text/parsed-document.ts'
import { findPointedValue } from './bundle/pointers.ts'
import {
  type ImportContext,
  isMembers,
  type Members,
  membersOf,
  removeUnknownMembers,
} from './import-context.ts'
import { removeInnerServers } from './import-servers.ts'

/** An operation of the imported document. */
export interface ImportedOperation {
  readonly template: string
  readonly method: string
  readonly operation: Members
  readonly path: MemberPath
}

const pathItemMembers = new Set(Object.keys((pathItemSchema as unknown as { properties: object }).properties))

/** Returns the operations that remain. */
export function importPaths(context: ImportContext): ImportedOperation[] {
  const { document, note } = context
  const paths = membersOf(document.paths)
  document.paths = paths
  const operations: ImportedOperation[] = []
  const shapes = new Set<string>()
  const ids = new Set<string>()

  for (const template of Object.keys(paths)) {
    const path = ['paths', template]
    if (template.startsWith('x-')) {
      delete paths[template] // an extension of the map, which the gateway would read as a path
      continue
    }
    const parsed = parsePathTemplate(template)
    const item = inlinePathItem(paths[template], document)
    paths[template] = item
    const error = 'error' in parsed ? parsed.error : findItemError(item)
    if ('error' in parsed || !isMembers(item) || error !== undefined) {
      delete paths[template]
      note('dropped', path, `was removed: it ${error}`)
      continue
    }
    removeUnknownMembers(item, pathItemMembers, path, context)
    removeInnerServers(item, path, context)
    for (const method of httpMethods) {
      if (item[method] === undefined) continue
      const at = [...path, method]
      const operation = item[method]
      const shape = `${method} ${parsed.shape}`
      if (!isMembers(operation) || shapes.has(shape)) {
        delete item[method]
        note(
          'dropped',
          at,
          `was removed: ${isMembers(operation) ? 'another path matches the same calls' : 'it is no operation'}`,
        )
        continue
      }
      shapes.add(shape)
      removeUnknownMembers(operation, operationMembers, at, context)
      removeInnerServers(operation, at, context)
      keepUniqueId(operation, ids, at, context)
      operations.push({ template, method, operation, path: at })
    }
  }
  return operations
}

/** Returns why the gateway cannot serve a path item; undefined when it can. */
function findItemError(item: unknown): string | undefined {
  if (!isMembers(item)) return 'is no map of operations'
  return item.$ref === undefined ? undefined : `is a reference to nothing: "${item.$ref}"`
}

/** Returns a path item in place of a reference to one, so that each path has security requirements of its own. */
function inlinePathItem(item: unknown, document: Members): unknown {
  if (!isMembers(item) || typeof item.$ref !== 'string' || !item.$ref.startsWith('#')) return item
  const target = findPointedValue(document, item.$ref.slice(1))
  if (!isMembers(target) || target.$ref !== undefined) return item
  const { $ref: _, ...own } = item
  return { ...structuredClone(target), ...own }
}

function keepUniqueId(operation: Members, ids: Set<string>, path: MemberPath, { note }: ImportContext): void {
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
