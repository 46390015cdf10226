/** Types of the object authority manager. */
import type { Principal } from './connection.ts'

/** The object types of authority records. */
export const authorityObjectTypes = [
  ...(['QMGR', 'QUEUE', 'TOPIC', 'CHANNEL', 'CLNTCONN', 'LISTENER'] as const),
  ...(['NAMELIST', 'PROCESS', 'AUTHINFO', 'SERVICE', 'COMMINFO', 'RQMNAME'] as const),
] as const
export type AuthorityObjectType = (typeof authorityObjectTypes)[number]

export type AuthorityEntity = { type: 'PRINCIPAL' | 'GROUP'; name: string }

/** The authorities that one entity has for the objects that a profile matches. */
export interface AuthorityRecord {
  profile: string
  objectType: AuthorityObjectType
  entity: AuthorityEntity
  /** The authorities in the order of DISPLAY AUTHREC. The list never contains ALL, ALLADM, ALLMQI or NONE. */
  authorities: readonly string[]
}

export interface AuthorityService {
  /** Returns whether the principal has the authority; privileged ones do. QMGR ignores `name`; CRT uses `@class`. */
  allows(principal: Principal, objectType: AuthorityObjectType, name: string, authority: string): boolean
  /** Returns the authorities of an entity for one object, from its most specific profile. */
  effective(entity: AuthorityEntity, objectType: AuthorityObjectType, name: string): readonly string[]
  list(): readonly AuthorityRecord[]
  /** Adds and removes authorities of a record, also ALL, ALLADM, ALLMQI, NONE. Rejects with 4005 for invalid ones. */
  set(change: {
    profile: string
    objectType: AuthorityObjectType
    entity: AuthorityEntity
    add: readonly string[]
    remove: readonly string[]
  }): Promise<void>
  /** Removes a record. Resolves with false when the record does not exist. */
  remove(profile: string, objectType: AuthorityObjectType, entity: AuthorityEntity): Promise<boolean>
}
