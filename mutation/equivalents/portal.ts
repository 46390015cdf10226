import type { Equivalent } from '../equivalent.ts'

export const portal: readonly Equivalent[] = [
  {
    file: 'src/portal/catalogue/visible-products.ts',
    line: "user.name === ''",
    kind: 'condition',
    replacement: 'false',
    reason: 'no application has an owner without a name, so the condition only saves the search',
  },
]
