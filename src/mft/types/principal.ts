/** The principal of agents and of the coordinator: they are parts of the product. */
import type { Principal } from '../../qm/index.ts'

export const internalPrincipal: Principal = { name: 'mqm', groups: ['mqm'], privileged: true }
