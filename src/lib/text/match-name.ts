/** Matches names with a pattern in which `*` stands for any characters. Names of file transfer have no case. */
export function matchesName(pattern: string | undefined, name: string): boolean {
  if (pattern === undefined) return true
  const parts = pattern.toUpperCase().split('*')
  const [first = '', ...rest] = parts
  const upper = name.toUpperCase()
  if (rest.length === 0) return upper === first
  if (!upper.startsWith(first)) return false
  let at = first.length
  const last = rest.pop() as string
  for (const part of rest) {
    const found = upper.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return upper.length - last.length >= at && upper.endsWith(last)
}
