import { CommandError } from '../language/messages.ts'

/** Returns the error for a security policy that was never set: AMQ9084E. */
export function policyNotFoundError(name: string): CommandError {
  return new CommandError('AMQ9084E', name)
}
