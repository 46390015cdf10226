/** Finds transmission queues, which contain the messages for other queue managers. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { LocalQueues } from '../queues/local-queues.ts'
import type { Queue } from '../queues/queue.ts'
import { mqError } from '../types/errors.ts'

/** The reasons for a name without a local queue or a transmission queue, by the keyword that has the name. */
const reasonsByKeyword = {
  XMITQ: ['MQRC_UNKNOWN_XMIT_Q', 'MQRC_XMIT_Q_TYPE_ERROR', 'MQRC_XMIT_Q_USAGE_ERROR'],
  DEFXMITQ: ['MQRC_UNKNOWN_DEF_XMIT_Q', 'MQRC_DEF_XMIT_Q_TYPE_ERROR', 'MQRC_DEF_XMIT_Q_USAGE_ERROR'],
} as const

export class TransmissionQueues {
  readonly #manager: string
  readonly #objects: Pick<ObjectCatalog, 'find'>
  readonly #queues: Pick<LocalQueues, 'find'>

  constructor(manager: string, objects: Pick<ObjectCatalog, 'find'>, queues: Pick<LocalQueues, 'find'>) {
    this.#manager = manager
    this.#objects = objects
    this.#queues = queues
  }

  /** Returns the transmission queue named like the manager, or the default one. Throws an `MqError` without one. */
  findForManager(manager: string): Queue {
    const own = this.#queues.find(manager)
    if (own?.settings.isTransmissionQueue) return own

    const name = this.#objects.find('qmgr', this.#manager)?.attributes.DEFXMITQ
    if (name) return this.#checked(String(name), 'DEFXMITQ')
    const text = `there is no transmission queue for queue manager ${manager}, and DEFXMITQ is blank`
    throw mqError('MQRC_UNKNOWN_REMOTE_Q_MGR', text, { object: manager })
  }

  /** Returns the transmission queue that a definition names. Throws an `MqError` when it is none. */
  findByName(name: string): Queue {
    return this.#checked(name, 'XMITQ')
  }

  #checked(name: string, keyword: keyof typeof reasonsByKeyword): Queue {
    const [unknown, wrongType, wrongUsage] = reasonsByKeyword[keyword]
    const definition = this.#objects.find('queue', name)
    if (!definition) throw mqError(unknown, `${keyword} names ${name}, which is not there`, { object: name })

    const queue = this.#queues.find(name)
    if (!queue) throw mqError(wrongType, `${keyword} names ${name}, a ${definition.type}`, { object: name })
    if (queue.settings.isTransmissionQueue) return queue
    throw mqError(wrongUsage, `${keyword} names ${name}, which is no transmission queue`, { object: name })
  }
}
