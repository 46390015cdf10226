/**
 * Enforces security policies. Messages of a queue with a policy must be signed or encrypted. The queue manager
 * and its web server have no keys, so puts and gets of such messages fail with reason code 2063.
 */
import { mqError } from '../types/reason-codes.ts'
import type { ObjectRecord, ObjectService } from '../types/services.ts'

type Policies = Pick<ObjectService, 'find'>

/** Throws reason code 2063 when a policy for one of these names requires protected messages. */
export function checkUnprotectedPut(objects: Policies, ...names: readonly string[]): void {
  for (const name of names) {
    if (protects(objects.find('policy', name))) throw securityError(name)
  }
}

/**
 * Throws reason code 2063 when a policy for one of these names requires protected messages and does not tolerate
 * others.
 */
export function checkUnprotectedGet(objects: Policies, ...names: readonly string[]): void {
  for (const name of names) {
    const policy = objects.find('policy', name)
    if (protects(policy) && policy?.attributes.TOLERATE !== 'YES') throw securityError(name)
  }
}

function protects(policy: ObjectRecord | undefined): boolean {
  return policy !== undefined && (policy.attributes.SIGNALG !== 'NONE' || policy.attributes.ENCALG !== 'NONE')
}

function securityError(name: string): Error {
  const text = `the security policy of ${name} wants protected messages, and there are no keys to protect them with`
  return mqError('MQRC_SECURITY_ERROR', text, { object: name })
}
