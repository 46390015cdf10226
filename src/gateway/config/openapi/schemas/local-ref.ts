/** Resolves references within a document: `$ref: '#/components/pathItems/customers'` (RFC 6901). */
import { decodePercent } from '../../../../shared/lib/text/decode-percent.ts'
import { parseJsonPointer } from '../../schema/json-pointer.ts'
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'

const mostSteps = 32

/** Follows the `$ref`s at a path. Returns the path of the value, or the reason why a reference cannot be resolved. */
export function followRefs(source: ParsedDocument, path: MemberPath): { path: MemberPath } | { error: string } {
  let here = path
  const seen = new Set<string>()
  for (let step = 0; step < mostSteps; step++) {
    const value = source.valueAt(here)
    const ref = typeof value === 'object' && value !== null ? (value as { $ref?: unknown }).$ref : undefined
    if (ref === undefined) return { path: here }

    const pointer = String(ref)
    if (seen.has(pointer)) return { error: `$ref "${pointer}" leads back to itself` }
    seen.add(pointer)

    const target = resolvePointer(source, pointer)
    if ('error' in target) return target
    here = target.path
  }
  return { error: `$ref follows more than ${mostSteps} other references` }
}

/** Returns the path that a JSON pointer leads to, or an error in which `member` names the pointer. */
export function resolvePointer(
  source: ParsedDocument,
  pointer: string,
  member = '$ref',
): { path: MemberPath } | { error: string } {
  if (!pointer.startsWith('#/'))
    return { error: `${member} must point into this document, "#/..." - found "${pointer}"` }
  const path = parseJsonPointer(decodePercent(pointer.slice(1)), source.value)
  return source.valueAt(path) === undefined ? { error: `${member} "${pointer}" points to nothing` } : { path }
}
