import type { GatewayPart } from '../../part.ts'

export const mcpPart: GatewayPart = {
  name: 'mcp',
  loadDataPlane: async () => ({ policies: [(await import('./policy.ts')).mcpPolicy] }),
}
