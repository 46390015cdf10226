import type { GatewayPart } from '../../part.ts'

export const assemblySecurityPart: GatewayPart = {
  name: 'assembly-security',
  loadDataPlane: async () => ({ policies: Object.values(await import('./policies.ts')) }),
}
