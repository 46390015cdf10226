/** The object authority manager as those see it who ask. */
import type { Principal } from '../types.ts'

/** The object types of authority records. */
export type AuthorityObject =
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

export interface Entity {
  type: 'PRINCIPAL' | 'GROUP'
  name: string
}

/** What one entity may do with the objects that a profile matches. */
export interface AuthorityRecord {
  profile: string
  objectType: AuthorityObject
  entity: Entity
  /** MQSC words, in the order of DISPLAY AUTHREC; never ALL, ALLADM, ALLMQI or NONE. */
  authorities: readonly string[]
}

export interface Authority {
  /** Whether the principal may: always for a privileged one. `name` is ignored for QMGR; `@class` carries CRT. */
  allows(principal: Principal, objectType: AuthorityObject, name: string, authority: string): boolean
  /** What an entity may do with one object: its most specific profile decides. */
  effective(entity: Entity, objectType: AuthorityObject, name: string): readonly string[]
  list(): readonly AuthorityRecord[]
  /**
   * Adds and removes authorities of one record; ALL, ALLADM, ALLMQI and NONE are understood. Throws 4005-style `MqError`s for
   * an authority that the object type does not have.
   */
  set(change: {
    profile: string
    objectType: AuthorityObject
    entity: Entity
    add: readonly string[]
    remove: readonly string[]
  }): Promise<void>
  /** False when there was no such record. */
  remove(profile: string, objectType: AuthorityObject, entity: Entity): Promise<boolean>
}
