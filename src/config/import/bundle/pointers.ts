/** JSON pointers in URL fragments (RFC 6901 section 6). */
import { parseJsonPointer } from '../../schema/json-pointer.ts'
import type { MemberPath } from '../../text/parsed-document.ts'

/** Returns the value that a fragment without `#` points to; undefined when there is none. */
export function findPointedValue(root: unknown, fragment: string): unknown {
  if (fragment === '' || fragment === '/') return root
  if (!fragment.startsWith('/')) return undefined
  return parseJsonPointer(decode(fragment), root).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    root,
  )
}

/** Returns the pointer of a path with `#`, escaped for a URL. */
export function renderPointer(path: MemberPath): string {
  const parts = path.map((key) => encodeURI(String(key).replaceAll('~', '~0').replaceAll('/', '~1')))
  return `#/${parts.join('/').replaceAll('#', '%23').replaceAll('?', '%3F')}`
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
