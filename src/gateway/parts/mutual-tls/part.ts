import type { GatewayPart } from '../../part.ts'

export const mutualTlsPart: GatewayPart = {
  name: 'mutual-tls',
  loadDataPlane: async () => ({ securities: [(await import('./mutual-tls.ts')).mutualTlsSecurity] }),
}
