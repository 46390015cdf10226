/** Refusals for the sake of those who use an object: AMQ8148E, and AMQ8143E for messages that would be lost. */
import type { Attributes } from '../../objects/kind.ts'
import type { ObjectRecord } from '../../runtime.ts'
import { type Call, isSet } from '../command.ts'
import { Refused } from '../messages.ts'

/** Refuses to delete what is open, listening, looking for its partner or subscribed by. */
export function checkDeletable(call: Call, object: ObjectRecord): void {
  const { queues, listeners, channels, objects } = call.runtime
  switch (object.kind) {
    case 'queue': {
      const queue = queues.find(object.name)
      if (!queue) return
      if (queue.openInput + queue.openOutput > 0) throw new Refused('AMQ8148E')
      if (queue.depth + queue.damaged > 0 && !isSet(call, 'PURGE')) throw new Refused('AMQ8143E')
      return
    }
    case 'listener':
      if (listeners.status(object.name)) throw new Refused('AMQ8148E')
      return
    case 'channel':
      if (channels.status(object.name)?.state === 'RETRYING') throw new Refused('AMQ9514E', object.name)
      return
    case 'topic':
      if (objects.list('sub').some((sub) => sub.attributes.TOPICOBJ === object.name))
        throw new Refused('AMQ8148E')
  }
}

/** Refuses, without FORCE, a change that would pull the ground from under those who have the queue open. */
export function checkAlterable(call: Call, object: ObjectRecord, given: Attributes): void {
  const queue = object.kind === 'queue' ? call.runtime.queues.find(object.name) : undefined
  if (!queue) return

  const changes = (keyword: string) =>
    given[keyword] !== undefined && given[keyword] !== object.attributes[keyword]
  const isOpen = queue.openInput + queue.openOutput > 0
  if (changes('USAGE') && (isOpen || queue.depth > 0)) throw new Refused('AMQ8148E')
  if (changes('SHARE') && queue.openInput > 1) throw new Refused('AMQ8148E')
}
