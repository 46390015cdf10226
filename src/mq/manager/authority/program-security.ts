/** Decides as which user a program of this machine connects, by CONNAUTH. */
import { setTimeout as delay } from 'node:timers/promises'
import type { PasswordVerifier } from '../types/channel-host.ts'
import type { AttributeValue, Principal, ProgramCredentials } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { ObjectRecord, ObjectService } from '../types/services.ts'

interface ProgramSecurityDeps extends PasswordObjectDeps {
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

interface PasswordObjectDeps {
  readonly objects: Pick<ObjectService, 'find'>
  /** Returns an attribute of the queue manager object. */
  attribute(keyword: string): AttributeValue | undefined
}

/** Finds the object that CONNAUTH names, or the reason why passwords cannot be checked with it. Neither for a blank name. */
export function findPasswordObject({ objects, attribute }: PasswordObjectDeps): {
  readonly object?: ObjectRecord
  readonly problem?: string
} {
  const name = String(attribute('CONNAUTH') ?? '')
  if (name === '') return {}
  const object = objects.find('authinfo', name)
  if (!object) {
    const problem = `CONNAUTH names ${name}, and there is no such AUTHINFO object. Define it, or ALTER QMGR CONNAUTH`
    return { problem }
  }
  if (object.type === 'IDPWOS') return { object }
  return {
    problem:
      `CONNAUTH names ${name}, an object of AUTHTYPE(${object.type}); only IDPWOS is supported, whose users are those of` +
      ' mqwebuser.xml. For users of a directory, define ldapRegistry there, and name an IDPWOS object in CONNAUTH',
  }
}
