/** How long the source of a subscription remains without a link. AMQP 1.0 part 3, sections 3.5.3 and 3.5.6. */
import { AmqpError } from '../protocol/errors.ts'
import type { SourceFields } from '../protocol/link-endpoint.ts'

const expiryPolicies = ['link-detach', 'session-end', 'connection-close', 'never'] as const

export interface SourceLifetime {
  /** The event after which the timeout runs. */
  readonly policy: (typeof expiryPolicies)[number]
  /** The seconds for which the source remains after the event: 0 for none, undefined for no limit. */
  readonly timeoutSeconds: number | undefined
}

/** The maximum of EXPIRY, 999,999,999 tenths of a second. */
const maxTimeoutSeconds = 99_999_999

/** Returns the lifetime that a client asks for. Throws an `AmqpError` for an unknown expiry policy. */
export function readLifetime({ expiryPolicy, timeout, isDynamic }: SourceFields): SourceLifetime {
  if (isDynamic) return { policy: 'connection-close', timeoutSeconds: 0 } // the node ends with the connection
  const policy = expiryPolicies.find((known) => known === (expiryPolicy ?? 'session-end'))
  if (policy === undefined) {
    const accepted = expiryPolicies.join(', ')
    throw new AmqpError('amqp:invalid-field', `expiry-policy of the source is ${expiryPolicy}; send one of ${accepted}`)
  }
  const timeoutSeconds = policy === 'never' ? undefined : Math.min(timeout ?? 0, maxTimeoutSeconds)
  return { policy, timeoutSeconds }
}

/** Returns the lifetime of a subscription with this EXPIRY, in tenths of a second. */
export function lifetimeOfExpiry(expiry: unknown): SourceLifetime {
  if (typeof expiry !== 'number') return { policy: 'never', timeoutSeconds: undefined }
  return { policy: 'link-detach', timeoutSeconds: expiry / 10 }
}

/** Returns whether the source outlives the connection of its client, so that its subscription is durable. */
export function outlivesConnection({ timeoutSeconds }: SourceLifetime): boolean {
  return timeoutSeconds !== 0
}

/** Returns the fields of the source in the answer to its attach. */
export function describeLifetime(lifetime: SourceLifetime) {
  const { policy, timeoutSeconds = 0 } = lifetime
  return { durable: outlivesConnection(lifetime) ? 2 : 0, expiryPolicy: policy, timeout: timeoutSeconds }
}
