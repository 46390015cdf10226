/** Parses the query parameter `name`: an exact name, or a prefix followed by `*`. */
import { RestError } from '../../errors/rest-error.ts'

/**
 * Returns the name to display, or `*` when the parameter is missing. Throws `RestError` with status 400 when `*`
 * is not the last character.
 */
export function parseGenericName(name: string | undefined): string {
  if (name === undefined) return '*'
  if (name !== '' && !name.slice(0, -1).includes('*')) return name
  throw new RestError('MQWB0013E', [name, 'name', 'it must be a name, which may end in *'])
}
