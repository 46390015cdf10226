/** Matches names with a pattern in which `*` stands for any characters, in any case. */
export function matchesGeneric(pattern: string | undefined, name: string): boolean {
  if (pattern === undefined) return true
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('[^]*?')}$`, 'i').test(name)
}
