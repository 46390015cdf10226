/** The height of table rows: roomy or dense. The choice is stored in this browser. */
import { useState } from 'react'

import { readLocalPreference, saveLocalPreference } from '../../../ui/preferences/local-preferences.ts'

export type RowDensity = 'roomy' | 'dense'

/** Row heights in pixels. */
export const rowHeights: Readonly<Record<RowDensity, number>> = { roomy: 40, dense: 26 }

export function useRowDensity(): { density: RowDensity; toggle(): void } {
  const [density, setDensity] = useState<RowDensity>(readLocalPreference<RowDensity>('density') ?? 'roomy')
  return {
    density,
    toggle() {
      const next = density === 'dense' ? 'roomy' : 'dense'
      saveLocalPreference('density', next)
      setDensity(next)
    },
  }
}
