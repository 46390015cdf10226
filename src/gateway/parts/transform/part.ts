import type { GatewayPart } from '../../part.ts'

export const transformPart: GatewayPart = { name: 'transform', loadDataPlane: async () => import('./data-plane.ts') }
