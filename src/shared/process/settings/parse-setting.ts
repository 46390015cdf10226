/** Parsers of settings. Each throws `SettingError` with the value that was found and the accepted values. */
import { readRegularFile } from '../../lib/files/read-regular-file.ts'

export function parseWholeNumber<Name extends string>(
  read: (name: Name) => string,
  name: Name,
  from: number,
  to: number,
): number {
  const text = read(name)
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to)) {
    throw new SettingError(`${name} must be a whole number from ${from} to ${to} - found "${text}"`)
  }
  return value
}

export function parseChoice<Name extends string, const T extends string>(
  read: (name: Name) => string,
  name: Name,
  allowed: readonly T[],
): T {
  const text = read(name)
  if (!allowed.includes(text as T))
    throw new SettingError(`${name} must be one of ${allowed.join(', ')} - found "${text}"`)
  return text as T
}

/** A setting that cannot be used. The message names it, with the value found and the accepted values. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** Returns a secret from the variable `name` or the file of `{name}_FILE`; empty without. Throws `SettingError`. */
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
