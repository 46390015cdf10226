/** Parsers of settings. Each throws `SettingError` with the value that was found and the accepted values. */
import { SettingError } from './setting-error.ts'

export function parseWholeNumber(name: string, text: string, from: number, to: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to)) {
    throw new SettingError(`${name} must be a whole number from ${from} to ${to} - found "${text}"`)
  }
  return value
}

export function parseChoice<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  if (!allowed.includes(text as T))
    throw new SettingError(`${name} must be one of ${allowed.join(', ')} - found "${text}"`)
  return text as T
}
