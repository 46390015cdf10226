/** Formats numbers and dates, and compares names, in the language of the page. */
import { locale } from './language.ts'

export function formatNumber(value: number): string {
  return value.toLocaleString(locale)
}

/** `moment` is a date, or a text in ISO 8601. */
export function formatDateTime(moment: Date | string): string {
  return new Date(moment).toLocaleString(locale)
}

export function formatDate(moment: Date | string): string {
  return new Date(moment).toLocaleDateString(locale)
}

export function formatTime(moment: Date | string): string {
  return new Date(moment).toLocaleTimeString(locale)
}

/** Compares two texts as a dictionary of the language does; digits count as numbers. */
export const compareTexts: (a: string, b: string) => number = new Intl.Collator(locale, { numeric: true }).compare
