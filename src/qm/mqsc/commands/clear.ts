/** CLEAR: removes every message from a local queue, or the retained publication from a topic string. */
import { kinds } from '../../objects/index.ts'
import { choice, text } from '../../objects/values.ts'
import { done, type Handler } from '../command.ts'
import { Refused } from '../messages.ts'
import { authorize, notFound } from '../subject.ts'

export const clearQueue: Handler = {
  grammar: { name: 'required', nameValue: kinds.queue.name, arguments: [] },

  async run(call) {
    const { objects, queues } = call.runtime
    const name = call.name as string
    authorize(call, 'queue', name, 'CLR')
    if (!objects.find('queue', name)) throw notFound('queue', name)

    const queue = queues.find(name)
    if (!queue) throw new Refused('AMQ8151E')
    if (queue.openInput + queue.openOutput > 0 || queue.uncommitted > 0) throw new Refused('AMQ8148E')

    await queue.clear()
    return done('AMQ8022I')
  },
}

export const clearTopicString: Handler = {
  grammar: {
    name: 'required',
    nameValue: text(10_240),
    arguments: [
      { keyword: 'CLRTYPE', value: choice('RETAINED'), required: true },
      { keyword: 'SCOPE', value: choice('LOCAL') },
    ],
  },

  async run(call) {
    const topicString = call.name as string
    const { topics, objects } = call.runtime
    // A topic string is guarded by the nearest topic object above it.
    const guard = topics.status(topicString)[0]?.admin ?? 'SYSTEM.BASE.TOPIC'
    authorize(call, 'topic', objects.find('topic', guard)?.name ?? 'SYSTEM.BASE.TOPIC', 'CLR')

    await topics.clearRetained(topicString)
    return done('AMQ8694I')
  },
}
