import type { GatewayPart } from '../../part.ts'

export const validationPart: GatewayPart = {
  name: 'validation',
  loadDataPlane: async () => ({ policies: [(await import('./validate.ts')).validatePolicy] }),
}
