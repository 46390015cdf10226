/** Resolves the links and images of a guide, which are relative to the folder of the guides. All functions are pure. */
import type { GuideSummary } from '../../rest/index.ts'

/** Returns the path of an image below the folder, or undefined for an image of another place. */
export function findImagePath(source: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(source)) return undefined
  const path = decode(source.replace(/[?#].*$/s, '')).replace(/^(\.\/)+/, '')
  return path === '' || path.split('/').includes('..') ? undefined : path
}

/**
 * Returns the target of a relative link: `other.md` leads to a guide, `#/products` to a page of the portal. Returns
 * undefined for anything else.
 */
export function findGuideTarget(
  target: string,
  guides: readonly GuideSummary[],
  buildLink: (guide: string) => string,
): string | undefined {
  if (target.startsWith('#/')) return target
  const name = /^(?:\.\/)?([^/#?]+)\.md(?:#.*)?$/.exec(decode(target))?.[1]
  return guides.some((each) => each.name === name) ? buildLink(name as string) : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
