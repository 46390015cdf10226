/** The query parameter `name`: a name, or the beginning of names and `*`. */
import { RestError } from '../errors/rest-error.ts'

/** The name to display; every name when the parameter is not given. */
export function parseGenericName(name: string | undefined): string {
  if (name === undefined) return '*'
  if (name !== '' && !name.slice(0, -1).includes('*')) return name
  throw new RestError('MQWB0013E', [name, 'name', 'it must be a name, which may end in *'])
}
