/** The consumers of APIs: the applications of a catalog, their credentials, and their subscriptions. */
export { VerifierBusyError } from '../../shared/security/index.ts'
export type { Client, Consumers, Entitlement } from './consumers.ts'
export { indexClients, openConsumers } from './open.ts'
export { openSecretUseRecorder, readLastSecretUses } from './secret-uses.ts'
export { findSubscribedPlans } from './subscribed-plans.ts'
