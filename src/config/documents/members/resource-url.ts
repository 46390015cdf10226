/** Reads the name of a resource from its URL at a management server, as exports refer to it. */
import { trimEndCharacters } from '../../../lib/text/trim-characters.ts'

/** Returns the name at the end of `.../{name}` or `.../{name}/{version}`; any other text itself. */
export function readResourceName(url: string): string {
  const [last = url, before] = trimEndCharacters(url, '/').split('/').reverse()
  return before !== undefined && /^\d+(\.\d+)*$/.test(last) ? before : last
}
