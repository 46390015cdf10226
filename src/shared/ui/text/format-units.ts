/** Formats numbers with their units, in the language of the page. */
import { formatNumber } from './format.ts'
import { locale } from './language.ts'

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Returns a size with its unit: `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  const rounded = power === 0 ? value : Math.round(value * 10) / 10
  return `${formatNumber(rounded)} ${byteUnits[power]}`
}

/** Returns a number with the whole word of its unit, which is one of ECMA-402: `5 minutes`. */
export function formatUnit(value: number, unit: string): string {
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })
}
