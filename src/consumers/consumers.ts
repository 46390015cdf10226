/**
 * Who calls: the applications of a catalog, their credentials, and what they are subscribed to.
 */
import type { Application, Plan, Product, Subscription } from '../config/types/index.ts'

/** An application found by one of its client ids. */
export interface Client {
  clientId: string
  application: Application
}

/** What a subscription opens. */
export interface Entitlement {
  product: Product
  plan: Plan
  subscription: Subscription
}

export interface Consumers {
  find(clientId: string): Client | undefined
  /**
   * Returns whether the secret is one of the client's valid secrets. An unknown client takes as long and returns
   * false.
   */
  verifySecret(clientId: string, secret: string): Promise<boolean>
  /** The enabled subscription of an application that opens an operation (`METHOD /path`) of an API (`name:version`). */
  findEntitlement(client: Client, api: string, operation: string): Entitlement | undefined
  /** Whether any enabled subscription of the application opens any API at all that one of these names. */
  isEntitledToAny(client: Client, apis: readonly string[]): boolean
}
