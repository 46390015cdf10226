/**
 * Returns a URL for messages, with `***` in place of the user and the password. Everything before the last `@` counts as
 * such, because a password that is not percent-encoded can contain any character.
 */
export function hideCredentials(url: string): string {
  return url.replace(/^(\w+:(?:\/\/)?).*@/s, '$1***@')
}
