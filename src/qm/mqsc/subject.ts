/** What an object keyword stands for: a kind of object, and its type where the keyword says it. */
import { kinds } from '../objects/index.ts'
import type { Kind } from '../objects/kind.ts'
import { hex } from '../objects/values.ts'
import type { AuthorityObject, ObjectKind } from '../runtime.ts'
import { type Call, textOf } from './command.ts'
import type { Grammar } from './grammar.ts'
import { Refused } from './messages.ts'

export interface Subject {
  readonly kind: Kind
  /** Undefined when the command says it, or when every type will do. */
  readonly type: string | undefined
}

const kindOf: Readonly<Record<string, ObjectKind>> = {
  QUEUE: 'queue',
  QLOCAL: 'queue',
  QALIAS: 'queue',
  QREMOTE: 'queue',
  QMODEL: 'queue',
  TOPIC: 'topic',
  SUB: 'sub',
  CHANNEL: 'channel',
  LISTENER: 'listener',
  NAMELIST: 'namelist',
  PROCESS: 'process',
  SERVICE: 'service',
  AUTHINFO: 'authinfo',
  COMMINFO: 'comminfo',
  QMGR: 'qmgr',
}

/** The subject of a command; client channels are told from the others by their type. */
export function subjectOf(qualifier: string, type?: string): Subject {
  const kind = kinds[type === 'CLNTCONN' ? 'clntconn' : (kindOf[qualifier] as ObjectKind)]
  if (kind.types.includes(qualifier)) return { kind, type: qualifier }
  if (type !== undefined) return { kind, type }
  return { kind, type: kind.types.length === 1 ? kind.types[0] : undefined }
}

const guards: Partial<Record<ObjectKind, AuthorityObject>> = {
  queue: 'QUEUE',
  topic: 'TOPIC',
  channel: 'CHANNEL',
  clntconn: 'CLNTCONN',
  listener: 'LISTENER',
  namelist: 'NAMELIST',
  process: 'PROCESS',
  service: 'SERVICE',
  authinfo: 'AUTHINFO',
  comminfo: 'COMMINFO',
}

/** The object type whose authority records guard a kind; what has no records of its own is guarded by the queue manager's. */
export function guardOf(kind: ObjectKind): AuthorityObject {
  return guards[kind] ?? 'QMGR'
}

/** Of what the queue manager guards, everything but a look needs CHG. */
export function mayUse(call: Call, kind: ObjectKind, name: string, authority: string): boolean {
  const needed = guards[kind] || authority === 'DSP' ? authority : 'CHG'
  return call.runtime.authority.allows(call.principal, guardOf(kind), name, needed)
}

/** Refuses with 2035 unless the principal holds an authority on an object. */
export function authorize(call: Call, kind: ObjectKind, name: string, authority: string): void {
  if (!mayUse(call, kind, name, authority)) throw new Refused('AMQ8135E')
}

/** Making objects of a kind is an authority of its own, held on the class. */
export function authorizeCreation(call: Call, kind: ObjectKind): void {
  authorize(call, kind, '@class', 'CRT')
}

/** The type that the command gives, where it must give one. */
export function typeOf(call: Call, { kind, type }: Subject): string {
  return type ?? (kind.typeKeyword && textOf(call, kind.typeKeyword)) ?? (kind.types[0] as string)
}

/** The name of the object that a command is about. A subscription may be named by its id. */
export function nameOf(call: Call, { kind }: Kind): string {
  if (kind === 'qmgr') return call.runtime.name
  if (call.name !== undefined) return call.name

  const id = textOf(call, 'SUBID')
  if (id === undefined) throw new Refused('AMQ8422E', 'a name or SUBID')
  const name = call.runtime.subscriptions.nameOf(id)
  if (name === undefined) throw notFound(kind, id)
  return name
}

/** The argument that stands in for a name, and whether the name may then be left out. */
export function naming({ kind, name }: Kind): Pick<Grammar, 'name' | 'nameValue' | 'arguments'> {
  if (kind === 'qmgr') return { name: 'none', arguments: [] }
  if (kind === 'sub') {
    return { name: 'optional', nameValue: name, arguments: [{ keyword: 'SUBID', value: hex(48) }] }
  }
  return { name: 'required', nameValue: name, arguments: [] }
}

/** No such object: channels have a message of their own, subscriptions a reason. */
export function notFound(kind: ObjectKind, name: string): Refused {
  switch (kind) {
    case 'channel':
    case 'clntconn':
      return new Refused('AMQ8227E', name)
    case 'sub':
      return new Refused('AMQ8147E', name, { reasonCode: 2428 }) // MQRC_NO_SUBSCRIPTION
    default:
      return new Refused('AMQ8147E', name)
  }
}
