/** CLEAR removes every message from a local queue, or the retained publication from a topic string. */
import { choiceType, textType } from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { type CommandHandler, succeed } from '../command/command.ts'
import { hasAuthority, requireAuthority, requireObject } from '../command/subject.ts'
import { CommandError } from '../language/messages.ts'

export const clearQueue: CommandHandler = {
  grammar: { name: 'required', nameValue: objectDefinitions.queue.name, arguments: [] },

  async run(call) {
    const name = call.name as string
    requireObject(call, 'queue', name, 'CLR')
    const queue = call.runtime.queues.find(name)
    if (!queue) throw new CommandError('AMQ8151E')
    if (queue.openInputCount + queue.openOutputCount > 0 || queue.uncommittedCount > 0)
      throw new CommandError('AMQ8148E')

    await queue.clear()
    return succeed('AMQ8022I')
  },
}

export const clearTopicString: CommandHandler = {
  grammar: {
    name: 'required',
    nameValue: textType(10_240),
    arguments: [
      { keyword: 'CLRTYPE', value: choiceType('RETAINED'), required: true },
      { keyword: 'SCOPE', value: choiceType('LOCAL') },
    ],
  },

  async run(call) {
    const topicString = call.name as string
    const { topics } = call.runtime
    // The authority on a topic string is that on any topic object at it or above it, as for PUB and SUB.
    const guard = topics.findTopicObjects(topicString).find(({ name }) => hasAuthority(call, 'topic', name, 'CLR'))
    requireAuthority(call, 'topic', guard?.name ?? 'SYSTEM.BASE.TOPIC', 'CLR')
    await topics.clearRetained(topicString)
    return succeed('AMQ8694I')
  },
}
