/** Decides as which user a program of this machine connects, by CONNAUTH. */
import { setTimeout as delay } from 'node:timers/promises'
import type { PasswordVerifier } from '../../types/channel-host.ts'
import type { Principal, ProgramCredentials } from '../../types/connection.ts'
import { mqError } from '../../types/reason-codes.ts'
import { findPasswordObject, type PasswordObjectDeps } from './password-object.ts'

export interface ProgramSecurityDeps extends PasswordObjectDeps {
  /** Verifies passwords; undefined when the process has no user registry. */
  readonly verifyPassword: PasswordVerifier | undefined
}

/** The address for which wrong passwords of programs are counted. */
const loopback = '127.0.0.1'

/**
 * Resolves with the owner, or with the user of the credentials when ADOPTCTX(YES) adopts it. CHCKLOCL states whether
 * credentials are checked (not for NONE) and required (REQUIRED, and REQDADM for privileged users). Rejects with reason code
 * 2035.
 */
export async function authenticateProgram(
  owner: Principal,
  credentials: ProgramCredentials | undefined,
  deps: ProgramSecurityDeps,
): Promise<Principal> {
  const { object, problem } = findPasswordObject(deps)
  const { CHCKLOCL: check = 'NONE', ADOPTCTX, FAILDLAY } = object?.attributes ?? {}
  if (!credentials) {
    if (check !== 'REQUIRED' && !(check === 'REQDADM' && owner.privileged)) return owner
    const text = `CHCKLOCL(${check}) of ${object?.name} requires a user name and password: set MQSAMP_USER_ID`
    throw mqError('MQRC_NOT_AUTHORIZED', text)
  }
  if (problem) throw mqError('MQRC_NOT_AUTHORIZED', problem)
  if (check === 'NONE') return owner
  if (!deps.verifyPassword)
    throw mqError('MQRC_NOT_AUTHORIZED', 'this process has no user registry that could verify passwords')
  const verified = await deps.verifyPassword(credentials.user, credentials.password, loopback)
  if (verified) return ADOPTCTX === 'NO' ? owner : verified
  await delay(Number(FAILDLAY ?? 1) * 1000)
  throw mqError('MQRC_NOT_AUTHORIZED', `the user name or password of ${credentials.user} is wrong`)
}
