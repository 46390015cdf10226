/**
 * Rules about attributes that depend on more than one table: on other objects, the queue manager or the caller; and errors
 * that protect the users of an object: AMQ8148E (in use) and AMQ8143E (messages would be lost).
 */
import type { AttributeValues, ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { defaultSubscription } from '../../objects/definitions/sub.ts'
import type { ObjectRecord } from '../../types/services.ts'
import { type CommandContext, hasArgument, textArgument } from '../command/command.ts'
import { CommandError } from '../language/messages.ts'

type Rule = (call: CommandContext, name: string, attributes: AttributeValues) => AttributeValues

const rules: Partial<Record<ObjectDefinition['kind'], Rule>> = {
  topic: ownTopicString,
  sub: reachable,
  qmgr: checkManager,
  authinfo: checkAuthinfo,
}

/** Returns the attributes to be stored. Throws a `CommandError` when a rule is broken. */
export function applyRules(
  call: CommandContext,
  { kind }: ObjectDefinition,
  name: string,
  attributes: AttributeValues,
): AttributeValues {
  return rules[kind]?.(call, name, attributes) ?? attributes
}

/** A topic string has one topic object at most: two objects could disagree about the same node of the topic tree. */
function ownTopicString(call: CommandContext, name: string, attributes: AttributeValues): AttributeValues {
  const holder = call.runtime.objects
    .list('topic')
    .find((topic) => topic.name !== name && topic.attributes.TOPICSTR === attributes.TOPICSTR)
  if (holder && attributes.TOPICSTR !== '')
    throw new CommandError('AMQ8403E', `TOPICSTR belongs to topic ${holder.name}`)
  return attributes
}

/**
 * Rejects a CONNAUTH that names an object with which passwords cannot be checked, and LOGGEREV(ENABLED). CONNAUTH may
 * name an object that is defined later.
 */
function checkManager(call: CommandContext, _name: string, attributes: AttributeValues): AttributeValues {
  const type = call.runtime.objects.find('authinfo', String(attributes.CONNAUTH))?.type ?? 'IDPWOS'
  if (call.given.has('CONNAUTH') && type !== 'IDPWOS') throw new CommandError('AMQ8403E', describeRejectedType(type))
  // There is no log of extents, about which logger events would tell.
  if (attributes.LOGGEREV !== 'ENABLED') return attributes
  throw new CommandError('AMQ8403E', 'LOGGEREV must be DISABLED, because the queue manager has no log of extents')
}

/** The object that CONNAUTH names must be one with which passwords can be checked. */
function checkAuthinfo(call: CommandContext, name: string, attributes: AttributeValues): AttributeValues {
  const { objects, name: manager } = call.runtime
  const type = textArgument(call, 'AUTHTYPE')?.toUpperCase() ?? 'IDPWOS'
  if (type !== 'IDPWOS' && name === objects.find('qmgr', manager)?.attributes.CONNAUTH)
    throw new CommandError('AMQ8403E', describeRejectedType(type))
  return attributes
}

function describeRejectedType(type: string): string {
  return `CONNAUTH takes an object of AUTHTYPE(IDPWOS), not ${type}: define the users of a directory as ldapRegistry in mqwebuser.xml`
}

/** A subscription needs an existing topic object and, unless it is managed, an existing queue. */
function reachable(call: CommandContext, name: string, attributes: AttributeValues): AttributeValues {
  if (name === defaultSubscription) return attributes // a template: it has no user and no queue manager
  const { objects, name: manager } = call.runtime
  const { TOPICOBJ: topic, DEST: queue, DESTQMGR: remote, DESTCLAS: destination } = attributes
  if (topic && !objects.find('topic', String(topic))) throw new CommandError('AMQ8147E', String(topic))

  const isLocal = remote === '' || remote === manager
  if (destination === 'PROVIDED' && queue && isLocal && !objects.find('queue', String(queue)))
    throw new CommandError('AMQ8147E', String(queue))
  return { ...attributes, SUBUSER: attributes.SUBUSER || call.principal.name, DESTQMGR: remote || manager }
}

/** Throws a `CommandError` when the object is open, listening, connecting to a partner or used by a subscription. */
export function checkDeletable(call: CommandContext, object: ObjectRecord): void {
  const { queues, listeners, channels, objects } = call.runtime
  switch (object.kind) {
    case 'queue': {
      const queue = queues.find(object.name)
      if (!queue) return
      if (queue.openInputCount + queue.openOutputCount + queue.uncommittedCount > 0) throw new CommandError('AMQ8148E')
      if (queue.depth + queue.damagedCount > 0 && !hasArgument(call, 'PURGE')) throw new CommandError('AMQ8143E')
      return
    }
    case 'listener':
      if (listeners.status(object.name)) throw new CommandError('AMQ8148E')
      return
    case 'channel':
      if (channels.status(object.name).some(({ state }) => state !== 'STOPPED'))
        throw new CommandError('AMQ9514E', object.name)
      return
    case 'topic':
      if (objects.list('sub').some((sub) => sub.attributes.TOPICOBJ === object.name)) throw new CommandError('AMQ8148E')
  }
}

/** Throws a `CommandError` when the change needs FORCE: it would affect applications that have the queue open. */
export function checkAlterable(call: CommandContext, object: ObjectRecord, given: AttributeValues): void {
  const queue = object.kind === 'queue' ? call.runtime.queues.find(object.name) : undefined
  if (!queue) return

  const changes = (keyword: string) => given[keyword] !== undefined && given[keyword] !== object.attributes[keyword]
  const isOpen = queue.openInputCount + queue.openOutputCount > 0
  if (changes('USAGE') && (isOpen || queue.depth > 0)) throw new CommandError('AMQ8148E')
  if (changes('SHARE') && queue.openInputCount > 1) throw new CommandError('AMQ8148E')
}
