/** Returns a URL with `***` for user and password: all before the last `@`, as unescaped passwords need. */
export function hideCredentials(url: string): string {
  return url.replace(/^(\w+:(?:\/\/)?).*@/s, '$1***@')
}
