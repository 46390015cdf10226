/** Resolves an object keyword to a kind of object, and to a type where the keyword implies one. */
import { hexType, listType, textType } from '../../objects/definitions/attribute-types.ts'
import type { ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { authorityObjectTypes } from '../../types/authority.ts'
import type { AuthorityEntity, AuthorityObjectType, ObjectKind, ObjectRecord } from '../../types/services.ts'
import type { ArgumentSpec, CommandGrammar } from '../language/grammar.ts'
import { CommandError, type MessageId } from '../language/messages.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from './command.ts'

export interface CommandSubject {
  readonly kind: ObjectDefinition
  /** Undefined when another keyword names the type, or when the command applies to every type. */
  readonly type: string | undefined
}

/** The kind of each object keyword, which is the key of the kind or one of its types. */
const kindOf: ReadonlyMap<string, ObjectKind> = new Map(
  Object.values(objectDefinitions)
    .toReversed() // CHANNEL is the key of `clntconn`, too
    .flatMap(({ kind, key, types }) => [key, ...types].map((keyword) => [keyword, kind] as const)),
)

/** Returns the subject of a command. The type distinguishes client-connection channels from other channels. */
export function findSubject(qualifier: string, type?: string): CommandSubject {
  const kind = objectDefinitions[type === 'CLNTCONN' ? 'clntconn' : (kindOf.get(qualifier) as ObjectKind)]
  if (kind.types.includes(qualifier)) return { kind, type: qualifier }
  if (type !== undefined) return { kind, type }
  return { kind, type: kind.types.length === 1 ? kind.types[0] : undefined }
}

/** The object types with authority records of their own, by kind. */
const guards: ReadonlyMap<string, AuthorityObjectType> = new Map(
  authorityObjectTypes.filter((type) => type !== 'QMGR').map((type) => [type.toLowerCase(), type]),
)

/** Returns the object type whose authority records apply to a kind: its own, or that of the queue manager. */
export function authorityObjectFor(kind: ObjectKind): AuthorityObjectType {
  return guards.get(kind) ?? 'QMGR'
}

/** Returns whether the principal holds an authority. Under records of the queue manager, all but DSP need CHG. */
export function hasAuthority(call: CommandContext, kind: ObjectKind, name: string, authority: string): boolean {
  const needed = guards.has(kind) || authority === 'DSP' ? authority : 'CHG'
  return call.runtime.authority.allows(call.principal, authorityObjectFor(kind), name, needed)
}

/** Throws a `CommandError` (2035) unless the principal holds the authority on the object. */
export function requireAuthority(call: CommandContext, kind: ObjectKind, name: string, authority: string): void {
  if (!hasAuthority(call, kind, name, authority)) throw new CommandError('AMQ8135E')
}

/** Returns an object. Throws a `CommandError` when the principal lacks the authority, or the object does not exist. */
export function requireObject(call: CommandContext, kind: ObjectKind, name: string, authority: string): ObjectRecord {
  requireAuthority(call, kind, name, authority)
  const object = call.runtime.objects.find(kind, name)
  if (!object) throw objectNotFoundError(kind, name)
  return object
}

/** Returns the type that the command names. Throws when it must name one and does not. */
export function readObjectType(call: CommandContext, { kind, type }: CommandSubject): string {
  return type ?? (kind.typeKeyword && textArgument(call, kind.typeKeyword)) ?? (kind.types[0] as string)
}

/** Returns the name of an object, of a subscription also by SUBID. Throws a `CommandError` without one. */
export function readObjectName(call: CommandContext, { kind }: ObjectDefinition): string {
  if (kind === 'qmgr') return call.runtime.name
  if (call.name !== undefined) return call.name

  const id = textArgument(call, 'SUBID')
  if (id === undefined) throw new CommandError('AMQ8422E', 'a name or SUBID')
  const name = call.runtime.subscriptions.findName(id)
  if (name === undefined) throw objectNotFoundError(kind, id)
  return name
}

/** Returns the part of the grammar for names: whether a name is required, and the argument that may replace it. */
export function nameGrammar({
  kind,
  name,
}: ObjectDefinition): Pick<CommandGrammar, 'name' | 'nameValue' | 'arguments'> {
  if (kind === 'qmgr') return { name: 'none', arguments: [] }
  if (kind === 'sub')
    return { name: 'optional', nameValue: name, arguments: [{ keyword: 'SUBID', value: hexType(48) }] }
  return { name: 'required', nameValue: name, arguments: [] }
}

/** Returns the error for an unknown object. Channels have a message, subscriptions a reason code of their own. */
export function objectNotFoundError(kind: ObjectKind, name: string): CommandError {
  switch (kind) {
    case 'channel':
    case 'clntconn':
      return new CommandError('AMQ8227E', name)
    case 'sub':
      return new CommandError('AMQ8147E', name, { reasonCode: 2428 }) // MQRC_NO_SUBSCRIPTION
    default:
      return new CommandError('AMQ8147E', name)
  }
}

/** Returns the error for a security policy that was never set: AMQ9084E. */
export function policyNotFoundError(name: string): CommandError {
  return new CommandError('AMQ9084E', name)
}

/**
 * Builds a command that needs an authority on the queue manager. `run` returns the message of its success, `explain` the
 * lines below the message.
 */
export function managerCommand(
  authority: 'CHG' | 'DSP',
  grammar: CommandGrammar,
  run: (call: CommandContext) => MessageId | Promise<MessageId>,
  explain: (call: CommandContext) => readonly string[] = () => [],
): CommandHandler {
  return {
    grammar,
    async run(call) {
      requireAuthority(call, 'qmgr', call.runtime.name, authority)
      return succeed(await run(call), explain(call))
    },
  }
}

export const authorityNames: readonly string[] = [
  ...['ALL', 'ALLADM', 'ALLMQI', 'NONE', 'ALTUSR', 'BROWSE', 'CHG', 'CLR', 'CONNECT', 'CRT', 'CTRL', 'CTRLX'],
  ...['DLT', 'DSP', 'GET', 'INQ', 'PASSALL', 'PASSID', 'PUB', 'PUT', 'RESUME', 'SET', 'SETALL', 'SETID'],
  ...['SUB', 'SYSTEM'],
]

const names = listType(textType(64), 100)

export const entityArgumentSpecs: readonly ArgumentSpec[] = [
  { keyword: 'PRINCIPAL', value: names },
  { keyword: 'GROUP', value: names },
]

/** The name of the only authorization service. A command may name it, with no effect; any other name is unknown. */
export const serviceComponent = 'MQSeries.UNIX.auth.service'
export const serviceArgumentSpec: ArgumentSpec = { keyword: 'SERVCOMP', value: textType(48) }

/** Throws a `CommandError` (2410) when SERVCOMP names another service than the authorization service. */
export function checkService(call: CommandContext): void {
  const named = textArgument(call, 'SERVCOMP') || serviceComponent
  if (named === serviceComponent) return
  // 2410: MQRC_UNKNOWN_COMPONENT_NAME
  throw new CommandError('AMQ8403E', `SERVCOMP takes ${serviceComponent}, not ${named}`, { reasonCode: 2410 })
}

/** Returns the principals and groups that a command names. */
export function readEntities(call: CommandContext): AuthorityEntity[] {
  const named = (keyword: 'PRINCIPAL' | 'GROUP') =>
    [call.given.get(keyword) ?? []].flat().map((name) => ({ type: keyword, name: String(name) }))
  return [...named('PRINCIPAL'), ...named('GROUP')]
}
