/** JSON pointers in URL fragments (RFC 6901 section 6). */
import { decodePercent } from '../../../../../shared/lib/text/decode-percent.ts'
import { parseJsonPointer } from '../../../../config/schema/json-pointer.ts'
import type { MemberPath } from '../../../../config/text/parsed-document.ts'

/** Returns the value that a fragment without `#` points to; undefined when there is none. */
export function findPointedValue(root: unknown, fragment: string): unknown {
  if (fragment === '' || fragment === '/') return root
  if (!fragment.startsWith('/')) return undefined
  return parsePointer(fragment, root).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    root,
  )
}

/** Returns the path that a fragment without `#` points to, whether there is a value or not. */
export function parsePointer(fragment: string, root: unknown): MemberPath {
  return fragment.length > 1 ? parseJsonPointer(decodePercent(fragment), root) : []
}

/** Returns the pointer of a path with `#`, escaped for a URL. */
export function renderPointer(path: MemberPath): string {
  const parts = path.map((key) => encodeURI(String(key).replaceAll('~', '~0').replaceAll('/', '~1')))
  return `#/${parts.join('/').replaceAll('#', '%23').replaceAll('?', '%3F')}`
}
