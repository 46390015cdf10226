/** Generic names: leading characters and an asterisk. A single asterisk matches every name. */

export function isGeneric(name: string): boolean {
  return name.endsWith('*')
}

export function matchesGeneric(pattern: string, name: string): boolean {
  return isGeneric(pattern) ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
