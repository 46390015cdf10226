/** The contract of consumers: the applications of a catalog, their credentials, and their subscriptions. */
import type { Application, Plan, Product, Subscription } from '../config/types/index.ts'

/** An application, and the client id by which it was found. */
export type Client = { clientId: string; application: Application }

/** A plan that a subscription opens to an application. */
export type Entitlement = { product: Product; plan: Plan; subscription: Subscription }

/** The clients of one catalog. */
export interface Consumers {
  /** Returns the client with an id, or undefined when there is none. */
  find(clientId: string): Client | undefined
  /** Returns whether the secret is valid, in the same time for an unknown client. Throws `VerifierBusyError`. */
  verifySecret(clientId: string, secret: string): Promise<boolean>
  /** Returns when the newest secret of a client expired, in milliseconds since the epoch; undefined while it is valid. */
  findSecretExpiry(clientId: string): number | undefined
  /** Returns the enabled subscription that opens an operation (`METHOD /path`) of an API (`name:version`). */
  findEntitlement(client: Client, api: string, operation: string): Entitlement | undefined
  /** Returns whether an enabled subscription of the application opens one of these APIs (`name:version`). */
  isEntitledToAny(client: Client, apis: readonly string[]): boolean
}
