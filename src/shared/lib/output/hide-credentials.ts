/** Returns a URL with `***` for user and password: all before the last `@`, because passwords may be unescaped. */
export function hideCredentials(url: string): string {
  return url.replace(/^([\w+.-]+:(?:\/\/)?).*@/s, '$1***@')
}
