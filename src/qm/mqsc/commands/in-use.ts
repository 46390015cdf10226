/** Errors that protect the users of an object: AMQ8148E (in use) and AMQ8143E (messages would be lost). */
import type { AttributeValues } from '../../objects/definitions/object-definition.ts'
import type { ObjectRecord } from '../../types/services.ts'
import { type CommandContext, hasArgument } from '../command/command.ts'
import { CommandError } from '../language/messages.ts'

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
