/**
 * What security policies do: messages of a queue with a policy must be signed or encrypted. The queue manager and its web
 * server hold no keys, so that such a message can neither be put nor be read: 2063, never a message in the clear.
 */
import { mqError } from '../types/reason-codes.ts'
import type { ObjectRecord, ObjectService } from '../types/services.ts'

type Policies = Pick<ObjectService, 'find'>

/** Throws 2063 when what is put under one of these names would have to be protected. */
export function checkUnprotectedPut(objects: Policies, ...names: readonly string[]): void {
  for (const name of names) {
    if (protects(objects.find('policy', name))) throw securityError(name)
  }
}

/** Throws 2063 when what is got under one of these names would have to be protected, and nothing else is tolerated. */
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
