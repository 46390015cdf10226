/**
 * The operations of an API: one for each path and method, with the requirements that hold for it.
 */
import type { Reading } from '../documents/document-kind.ts'
import { check } from '../schema/check.ts'
import { renderPlace } from '../text/problems.ts'
import { type Path, renderPath } from '../text/source.ts'
import type { Operation, Place } from '../types/index.ts'
import type { Definitions } from './definitions.ts'
import { followRefs } from './local-ref.ts'
import { parsePathTemplate } from './path-template.ts'
import { readRequirements } from './requirements.ts'
import { methods, pathItem } from './schema.ts'

/** Every operation. Two of one method and one shape of path, or of one id, are told as problems. */
export function readOperations(definitions: Definitions, reading: Reading): Operation[] {
  const { source, problems } = reading
  const shapes = new Map<string, Place>()
  const ids = new Map<string, Place>()
  const common = readRequirements(['security'], definitions, reading)
  const operations: Operation[] = []

  for (const template of Object.keys((source.at(['paths']) ?? {}) as object)) {
    const at = ['paths', template]
    const parsed = parsePathTemplate(template)
    const target = followRefs(source, at)
    for (const faulty of [parsed, target]) {
      if ('refused' in faulty) problems.error(source.keyPlace(at), `${renderPath(at)} ${faulty.refused}`)
    }
    if ('refused' in parsed || 'refused' in target) continue

    for (const { method, path } of methodsOf(target.path, target.path !== at, reading)) {
      const own = source.at(path) as { operationId?: string; security?: unknown }
      const place = source.keyPlace(path)
      const id = own.operationId ?? `${method} ${template}`
      const security = own.security ? readRequirements([...path, 'security'], definitions, reading) : common
      once(
        shapes,
        `${method} ${parsed.shape}`,
        place,
        `${method.toUpperCase()} ${template} matches the same calls as`,
      )
      once(ids, id, place, `the operationId "${id}" is taken by`)
      operations.push({ id, method: method.toUpperCase(), path: template, security, place })
    }
  }
  if (!problems.hasErrors) warnIfOpen(operations, reading) // what is wrong may only look open
  return operations

  function once(taken: Map<string, Place>, key: string, place: Place, message: string): void {
    const first = taken.get(key)
    if (first) problems.error(place, `${message} the operation at ${renderPlace(first)}`)
    else taken.set(key, place)
  }
}

/** The methods of a path item. An item that is referred to was not checked with `paths`; it is checked here. */
function methodsOf(
  path: Path,
  referred: boolean,
  { source, problems }: Reading,
): { method: string; path: Path }[] {
  const item = source.at(path)
  if (referred && !check(pathItem, item, path, { source, problems })) return []
  return methods
    .filter((method) => (item as Record<string, unknown>)[method] !== undefined)
    .map((method) => ({ method, path: [...path, method] }))
}

function warnIfOpen(operations: readonly Operation[], { source, problems }: Reading): void {
  const open = operations.filter(
    ({ security }) => security.length === 0 || security.some(({ all }) => all.length === 0),
  )
  if (open.length > 0 && open.length === operations.length) {
    problems.warning(
      source.place(['security']),
      'the API is open to everyone: no operation asks for security',
    )
    return
  }
  for (const { method, path, place } of open) {
    problems.warning(place, `${method} ${path} is open to everyone: its security asks for nothing`)
  }
}
