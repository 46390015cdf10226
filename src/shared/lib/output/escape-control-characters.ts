/** Replaces control characters with JSON escapes, so that untrusted text cannot control a terminal. */
export function escapeControlCharacters(text: string): string {
  return text.replace(
    /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
