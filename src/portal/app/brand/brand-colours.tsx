/** Puts the colours of the brand to use in everything below the theme, dialogs included. */
import { useEffect } from 'react'

import { useTheme } from '../../../ui/shell/theme.tsx'
import type { BrandView } from '../../rest/index.ts'
import { buildBrandColours } from './apply-brand.ts'

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
