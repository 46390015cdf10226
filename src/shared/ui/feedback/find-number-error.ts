/** Checks the text of a field for a whole number. */
import { t } from '../text/t.ts'

/** Returns the error text when the text is not a whole number from `least` to `most`, otherwise undefined. */
export function findNumberError(text: string, least: number, most: number): string | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most
    ? undefined
    : t('Enter a whole number from {least} to {most}.', { least, most })
}
