import type { GatewayPart } from '../../part.ts'

export const customPoliciesPart: GatewayPart = {
  name: 'custom-policies',
  loadDataPlane: async () => ({ policyFiles: (await import('./policy-files.ts')).policyFiles }),
}
