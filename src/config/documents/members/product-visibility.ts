/**
 * Reads who sees a product at the developer portal: the member `visibility.view` of a product.
 *
 * A management server exports the types `public`, `authenticated` and `custom`. `custom` names organisations that
 * Sluice does not have; such a product, and one whose view is disabled, is shown to subscribers only.
 */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import type { ProductVisibility } from '../../types/index.ts'

const view = Type.Object(
  {
    type: Type.Enum(['public', 'authenticated', 'subscribed', 'custom'], { default: 'public' }),
    enabled: Type.Boolean({ default: true }),
  },
  { additionalProperties: true },
)

export const visibilitySchema = Type.Optional(
  Type.Object({ view: Type.Optional(view) }, { additionalProperties: true }),
)

export function readVisibility(value: Static<typeof visibilitySchema> | undefined): ProductVisibility {
  const { type = 'public', enabled = true } = value?.view ?? {}
  return !enabled || type === 'custom' ? 'subscribed' : type
}
