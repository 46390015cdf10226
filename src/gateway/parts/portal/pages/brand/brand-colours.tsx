/** Puts the colours of the brand to use in everything below the theme, dialogs included. */
import { useEffect } from 'react'
import { ProductMark } from '../../../../../shared/ui/shell/product-mark.tsx'
import { useTheme } from '../../../../../shared/ui/shell/theme.tsx'
import type { BrandView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'

export function BrandColours({ brand }: { brand: BrandView }) {
  const { dark } = useTheme()
  useEffect(() => {
    const colours = buildBrandColours(brand, dark)
    // Carbon defines its properties on every element with a theme class.
    const themed = [document.documentElement, ...document.querySelectorAll<HTMLElement>('.theme')]
    for (const element of themed) for (const [name, value] of colours) element.style.setProperty(name, value)
    return () => {
      for (const element of themed) for (const [name] of colours) element.style.removeProperty(name)
    }
  }, [brand, dark])
  return null
}

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
function buildBrandColours({ color, colorDark }: BrandView, dark: boolean): [name: string, value: string][] {
  const accent = dark ? colorDark : color
  if (accent === undefined) return []
  // White is readable on every accepted light colour, near-black on every accepted dark one.
  return [
    ...accents.map((name): [string, string] => [name, accent]),
    ['--cds-text-on-color', dark ? '#161616' : '#ffffff'],
  ]
}

/** The logo of the brand, or the mark of the product. */
export function BrandMark({ brand, className = 'header__mark' }: { brand: BrandView; className?: string }) {
  if (!brand.hasLogo) return <ProductMark className={className} />
  return <img className={`${className} brand-logo`} src={buildResourceUrl('brand/logo')} alt="" />
}
