/** Decides where a link in an author's text may lead. All functions are pure. */

/** Returns the attributes of a link to the web, a mail address or a known relative target; undefined for others. */
export function resolveLink(
  href: string,
  resolveRelative?: (target: string) => string | undefined,
): { href: string; target?: '_blank'; rel?: 'noopener noreferrer' } | undefined {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(href.trim()) || href.startsWith('//')
  if (!isAbsolute) {
    const found = resolveRelative?.(href)
    return found === undefined ? undefined : { href: found }
  }
  if (!URL.canParse(href)) return undefined
  const { protocol, href: written } = new URL(href)
  if (protocol === 'mailto:') return { href: written }
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return { href: written, target: '_blank', rel: 'noopener noreferrer' }
}
