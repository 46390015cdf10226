/** The transmission queues: where messages for other queue managers wait. */
import type { Catalog } from '../catalog.ts'
import type { Queue } from '../queues/queue.ts'
import type { LocalQueues } from '../queues/queues.ts'
import { mqError } from '../reasons.ts'

/** What is said of a name that is not there, not a local queue, or not a transmission queue, by where it stands. */
const complaints = {
  XMITQ: ['MQRC_UNKNOWN_XMIT_Q', 'MQRC_XMIT_Q_TYPE_ERROR', 'MQRC_XMIT_Q_USAGE_ERROR'],
  DEFXMITQ: ['MQRC_UNKNOWN_DEF_XMIT_Q', 'MQRC_DEF_XMIT_Q_TYPE_ERROR', 'MQRC_DEF_XMIT_Q_USAGE_ERROR'],
} as const

export class TransmissionQueues {
  readonly #manager: string
  readonly #objects: Pick<Catalog, 'find'>
  readonly #queues: Pick<LocalQueues, 'find'>

  constructor(manager: string, objects: Pick<Catalog, 'find'>, queues: Pick<LocalQueues, 'find'>) {
    this.#manager = manager
    this.#objects = objects
    this.#queues = queues
  }

  /** The one that has the other manager's name, or else the default one. */
  to(manager: string): Queue {
    const own = this.#queues.find(manager)
    if (own?.settings.transmission) return own

    const name = this.#objects.find('qmgr', this.#manager)?.attributes.DEFXMITQ
    if (name) return this.#checked(String(name), 'DEFXMITQ')
    const text = `there is no transmission queue for queue manager ${manager}, and DEFXMITQ is blank`
    throw mqError('MQRC_UNKNOWN_REMOTE_Q_MGR', text, { object: manager })
  }

  /** The one that a definition names. */
  named(name: string): Queue {
    return this.#checked(name, 'XMITQ')
  }

  #checked(name: string, keyword: keyof typeof complaints): Queue {
    const [unknown, wrongType, wrongUsage] = complaints[keyword]
    const definition = this.#objects.find('queue', name)
    if (!definition) throw mqError(unknown, `${keyword} names ${name}, which is not there`, { object: name })

    const queue = this.#queues.find(name)
    if (!queue) throw mqError(wrongType, `${keyword} names ${name}, a ${definition.type}`, { object: name })
    if (queue.settings.transmission) return queue
    throw mqError(wrongUsage, `${keyword} names ${name}, which is no transmission queue`, { object: name })
  }
}
