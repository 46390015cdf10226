/**
 * Sets the colours of the brand as custom properties of Carbon on the document, for the theme that is shown. The
 * gateway has checked their contrast when it loaded them.
 */
import type { BrandView } from '../../rest/index.ts'

/** The properties of Carbon that carry the colour of the brand. */
const accents = [
  '--cds-button-primary',
  '--cds-button-primary-hover',
  '--cds-button-primary-active',
  '--cds-button-tertiary',
  '--cds-link-primary',
  '--cds-link-primary-hover',
  '--cds-border-interactive',
  '--cds-interactive',
  '--cds-focus',
] as const

/** Returns the values of the properties; none when the brand has no colour for the theme. */
export function buildBrandColours(
  { color, colorDark }: BrandView,
  dark: boolean,
): [name: string, value: string][] {
  const accent = dark ? colorDark : color
  if (accent === undefined) return []
  // White is readable on every accepted light colour, near-black on every accepted dark one.
  return [
    ...accents.map((name): [string, string] => [name, accent]),
    ['--cds-text-on-color', dark ? '#161616' : '#ffffff'],
  ]
}
