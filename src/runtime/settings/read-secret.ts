import { readRegularFile } from '../../lib/files/read-regular-file.ts'
import { SettingError } from './setting-error.ts'

/**
 * Returns a secret: the value of the variable `name`, or the content of the file that the variable `{name}_FILE` names,
 * without white space around it. Empty when neither is set. Throws `SettingError`.
 */
export function readSecret<Name extends string>(name: Name, text: (name: Name | `${Name}_FILE`) => string): string {
  const secret = text(name)
  const file = text(`${name}_FILE`)
  if (file === '') return secret
  if (secret !== '') throw new SettingError(`${name} and ${name}_FILE are both set: set one of them`)
  try {
    return readRegularFile(file).toString().trim()
  } catch (error) {
    throw new SettingError(`${name}_FILE cannot be read: ${(error as Error).message}`)
  }
}
