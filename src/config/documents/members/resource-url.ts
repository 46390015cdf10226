/** Reads the name of a resource from its URL at a management server, as exports refer to it. */

/**
 * Returns the name at the end of `.../{name}` or `.../{name}/{version}`; the text itself when it is not a URL or
 * path.
 */
export function readResourceName(url: string): string {
  const [last = url, before] = url.replace(/\/+$/, '').split('/').reverse()
  return before !== undefined && /^\d+(\.\d+)*$/.test(last) ? before : last
}
