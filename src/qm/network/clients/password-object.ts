/** Finds the AUTHINFO object that CONNAUTH of the queue manager names. */
import type { AttributeValue } from '../../types/command.ts'
import type { ObjectRecord, ObjectService } from '../../types/services.ts'

export interface PasswordObjectDeps {
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
