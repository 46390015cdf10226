/** Checks a user name and a password with PAM. Blocks the process. */
import {
  findPasswordHash,
  hashPassword,
  hasUser,
  type Pointer,
  pamAccountManagement,
  pamAuthenticate,
  pamEnd,
  pamErrorText,
  pamFailDelay,
  pamFailures,
  pamFlags,
  pamSetItem,
  pamStart,
  pamSuccess,
  registerConversation,
  registerNoFailDelay,
} from './pam-library.ts'
import type { PamRequest, PamResult } from './pam-request.ts'

/** Returns the result of a check. Unknown and locked users cost a password hash too, so that time reveals nothing. */
export function checkWithPam({ service, name, password }: PamRequest, hash = hashPassword): PamResult {
  const handles: [Pointer | null] = [null]
  const status: number = pamStart(service, name, { converse: registerConversation(password), data: null }, handles)
  const handle = handles[0]
  if (status !== pamSuccess || handle === null)
    return { outcome: 'failed', reason: `PAM could not start with the service "${service}" (code ${status})` }

  pamSetItem(handle, pamFailDelay, registerNoFailDelay())
  const result = authenticate(handle, name, password, hash)
  pamEnd(handle, pamSuccess)
  return result
}

function authenticate(handle: Pointer, name: string, password: string, hash: (password: string) => string): PamResult {
  const authenticated: number = pamAuthenticate(handle, pamFlags)
  if (authenticated !== pamSuccess) {
    const account = describeAccountWithoutPassword(name)
    if (account) hash(password)
    return describeFailure(handle, authenticated, account)
  }

  const allowed: number = pamAccountManagement(handle, pamFlags)
  return allowed === pamSuccess ? { outcome: 'accepted' } : describeFailure(handle, allowed)
}

/** Returns why no password of an account can be right, or undefined when one can. */
function describeAccountWithoutPassword(name: string): string | undefined {
  if (!hasUser(name)) return 'the user does not exist'
  return /^[!*]/.test(findPasswordHash(name) ?? '') ? 'the account is locked' : undefined
}

function describeFailure(handle: Pointer, code: number, account?: string): PamResult {
  const reason = `${account ?? pamErrorText(handle, code)} (PAM code ${code})`
  return { outcome: pamFailures.has(code) && !account ? 'failed' : 'rejected', reason }
}
