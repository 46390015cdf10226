/** The object authority manager as those see it who ask. */
import type { Principal } from './queue-manager.ts'

/** The object types of authority records. */
export type AuthorityObjectType =
  | 'QMGR'
  | 'QUEUE'
  | 'TOPIC'
  | 'CHANNEL'
  | 'CLNTCONN'
  | 'LISTENER'
  | 'NAMELIST'
  | 'PROCESS'
  | 'AUTHINFO'
  | 'SERVICE'
  | 'COMMINFO'
  | 'RQMNAME'

export interface AuthorityEntity {
  type: 'PRINCIPAL' | 'GROUP'
  name: string
}

/** What one entity may do with the objects that a profile matches. */
export interface AuthorityRecord {
  profile: string
  objectType: AuthorityObjectType
  entity: AuthorityEntity
  /** MQSC words, in the order of DISPLAY AUTHREC; never ALL, ALLADM, ALLMQI or NONE. */
  authorities: readonly string[]
}

export interface AuthorityService {
  /** Whether the principal may: always for a privileged one. `name` is ignored for QMGR; `@class` carries CRT. */
  allows(principal: Principal, objectType: AuthorityObjectType, name: string, authority: string): boolean
  /** What an entity may do with one object: its most specific profile decides. */
  effective(entity: AuthorityEntity, objectType: AuthorityObjectType, name: string): readonly string[]
  list(): readonly AuthorityRecord[]
  /**
   * Adds and removes authorities of one record; ALL, ALLADM, ALLMQI and NONE are understood. Throws 4005-style `MqError`s for
   * an authority that the object type does not have.
   */
  set(change: {
    profile: string
    objectType: AuthorityObjectType
    entity: AuthorityEntity
    add: readonly string[]
    remove: readonly string[]
  }): Promise<void>
  /** False when there was no such record. */
  remove(profile: string, objectType: AuthorityObjectType, entity: AuthorityEntity): Promise<boolean>
}
