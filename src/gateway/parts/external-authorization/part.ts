import type { GatewayPart } from '../../part.ts'

export const externalAuthorizationPart: GatewayPart = {
  name: 'external-authorization',
  loadDataPlane: async () => ({ policies: [(await import('./policy.ts')).externalAuthorizationPolicy] }),
}
