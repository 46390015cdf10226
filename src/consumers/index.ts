/**
 * Who calls: the applications of a catalog, their credentials, and what they are subscribed to.
 */
export { VerifierBusy } from '../security/index.ts'
export type { Client, Consumers, Entitlement } from './consumers.ts'
export { openConsumers } from './open.ts'
export { subscribedPlans } from './plans.ts'
export { openSecretUses, readSecretUses, type SecretUses } from './secret-uses.ts'
