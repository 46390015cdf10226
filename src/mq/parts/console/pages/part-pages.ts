/** The pages of other parts: each part that has some exports them from its `pages/pages.tsx`. */
import type { PartPages } from '../kit/part-pages.ts'

export const partPages: readonly PartPages[] = Object.values(
  import.meta.glob<PartPages>('../../*/pages/pages.tsx', { eager: true, import: 'partPages' }),
)
