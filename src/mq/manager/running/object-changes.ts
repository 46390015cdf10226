/** What follows in a running queue manager from changes of its objects. */
import type { CommitCallbacks, ObjectChangeHandler } from '../objects/object-catalog.ts'
import type { ActiveSubscriptions } from '../pubsub/active-subscriptions.ts'
import type { TopicTree } from '../pubsub/topic-tree.ts'
import type { LocalQueues } from '../queues/local-queues.ts'
import type { ObjectKind } from '../types/services.ts'
import type { Network } from './network.ts'
import type { QueueMonitoring } from './queue-monitoring.ts'

interface ChangedParts {
  channels: Network['channels']
  queues: LocalQueues
  monitoring: QueueMonitoring
  subscriptions: ActiveSubscriptions
  topics: TopicTree
}

/** Returns the handler of the changes of each kind of object. */
export function buildChangeHandlers(parts: ChangedParts): Partial<Record<ObjectKind, ObjectChangeHandler>> {
  const { channels, queues, monitoring, subscriptions, topics } = parts
  const changedTopics = (): CommitCallbacks => {
    topics.invalidate()
    return { rolledBack: () => topics.invalidate() }
  }
  const changedManager = (): CommitCallbacks => {
    monitoring.configure()
    return { rolledBack: () => monitoring.configure() }
  }
  return {
    queue: {
      ...queues.changeHandler,
      saved: (object, before) => {
        const callbacks = queues.changeHandler.saved?.(object, before)
        const queue = queues.find(object.record.name)
        if (queue) monitoring.configureQueue(queue)
        return callbacks
      },
    },
    qmgr: { saved: changedManager },
    sub: subscriptions.changeHandler,
    topic: { saved: changedTopics, removed: changedTopics },
    channel: { removed: (channel) => void channels.forget(channel.name) },
  }
}
