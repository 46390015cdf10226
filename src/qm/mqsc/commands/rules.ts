/**
 * Rules about an object's attributes that need more than its own table: other objects, the queue manager, who asks.
 */
import type { Attributes, Kind } from '../../objects/kind.ts'
import type { Call } from '../command.ts'
import { Refused } from '../messages.ts'

type Rule = (call: Call, name: string, attributes: Attributes) => Attributes

const rules: Partial<Record<Kind['kind'], Rule>> = { topic: ownTopicString, sub: reachable }

/** The attributes as they will be kept. Refuses what cannot be. */
export function ruled(call: Call, { kind }: Kind, name: string, attributes: Attributes): Attributes {
  return rules[kind]?.(call, name, attributes) ?? attributes
}

/** One topic object per topic string: two would disagree about the same node of the tree. */
function ownTopicString(call: Call, name: string, attributes: Attributes): Attributes {
  const holder = call.runtime.objects
    .list('topic')
    .find((topic) => topic.name !== name && topic.attributes.TOPICSTR === attributes.TOPICSTR)
  if (holder && attributes.TOPICSTR !== '') {
    throw new Refused('AMQ8403E', `TOPICSTR belongs to topic ${holder.name}`)
  }
  return attributes
}

/** A subscription needs a topic object that exists and, unless it is managed, a queue that exists. */
function reachable(call: Call, _name: string, attributes: Attributes): Attributes {
  const { objects, name: manager } = call.runtime
  const { TOPICOBJ: topic, DEST: queue, DESTQMGR: remote, DESTCLAS: destination } = attributes
  if (topic && !objects.find('topic', String(topic))) throw new Refused('AMQ8147E', String(topic))

  const isLocal = remote === '' || remote === manager
  if (destination === 'PROVIDED' && queue && isLocal && !objects.find('queue', String(queue))) {
    throw new Refused('AMQ8147E', String(queue))
  }
  return {
    ...attributes,
    SUBUSER: attributes.SUBUSER || call.principal.name,
    DESTQMGR: remote || manager,
  }
}
