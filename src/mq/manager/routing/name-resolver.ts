/** Resolves queue names to local queues: through aliases and definitions, or to a transmission queue. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { LocalQueues } from '../queues/local-queues.ts'
import type { Queue } from '../queues/queue.ts'
import { mqError } from '../types/errors.ts'
import type { Destination } from '../types/message.ts'
import type { ObjectRecord } from '../types/services.ts'

/** The reasons for a name without a local queue or a transmission queue, by the keyword that has the name. */
const reasonsByKeyword = {
  XMITQ: ['MQRC_UNKNOWN_XMIT_Q', 'MQRC_XMIT_Q_TYPE_ERROR', 'MQRC_XMIT_Q_USAGE_ERROR'],
  DEFXMITQ: ['MQRC_UNKNOWN_DEF_XMIT_Q', 'MQRC_DEF_XMIT_Q_TYPE_ERROR', 'MQRC_DEF_XMIT_Q_USAGE_ERROR'],
} as const

class TransmissionQueues {
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

/** The result of resolving the destination of a put. */
export type PutRoute = QueueRoute | TopicRoute

export interface QueueRoute {
  readonly queue: Queue
  /** The object that the application named; its defaults apply. */
  readonly openedObject: ObjectRecord
  /** The destination of the message when the queue is a transmission queue. */
  readonly remote: { readonly queue: string; readonly manager: string } | undefined
  /** The queue manager that the application named itself, so that no definition has an authority to check. */
  readonly explicitManager?: string
}

/** The result for an alias of a topic. */
export type TopicRoute = { readonly topicString: string; readonly openedObject: ObjectRecord }

export class NameResolver {
  readonly #manager: string
  readonly #objects: ObjectCatalog
  readonly #queues: LocalQueues
  readonly #transmission: TransmissionQueues

  constructor(manager: string, objects: ObjectCatalog, queues: LocalQueues) {
    this.#manager = manager
    this.#objects = objects
    this.#queues = queues
    this.#transmission = new TransmissionQueues(manager, objects, queues)
  }

  /** Resolves where a put to a queue goes. Throws reason code 2051, 2057, 2082, 2085, or that of the route. */
  resolvePut({ queue, queueManager = '' }: Destination): PutRoute {
    if (queueManager !== '' && queueManager !== this.#manager) return this.#toManager(queue, queueManager)
    const opened = this.#definition(queue)
    if (opened.attributes.PUT === 'DISABLED') throw this.#inhibited('PUT', queue)
    switch (opened.type) {
      case 'QLOCAL':
        return { queue: this.#local(queue), openedObject: opened, remote: undefined }
      case 'QALIAS':
        return this.#throughAlias(opened)
      case 'QREMOTE':
        return this.#throughRemote(opened, opened)
      default:
        throw mqError('MQRC_Q_TYPE_ERROR', `${queue} is a model queue`, { object: queue })
    }
  }

  /** Resolves a name or alias to a local queue for a get. Throws reason code 2016, 2045, 2082, 2085 or 2001. */
  resolveGet(name: string): Queue {
    const opened = this.#definition(name)
    if (opened.attributes.GET === 'DISABLED') throw this.#inhibited('GET', name)
    return this.resolveBrowse(name)
  }

  /** Resolves a name or alias to a local queue without checking whether gets are enabled. */
  resolveBrowse(name: string): Queue {
    const opened = this.#definition(name)
    if (opened.type === 'QLOCAL') return this.#local(name)
    if (opened.type !== 'QALIAS') {
      throw mqError('MQRC_OPTION_NOT_VALID_FOR_TYPE', `${name} is a ${opened.type}: nothing lies on it`, {
        object: name,
      })
    }
    const base = this.#base(opened)
    if (base.type !== 'QLOCAL') throw this.#wrongBase(opened, base.type)
    return this.#local(base.name)
  }

  #throughAlias(alias: ObjectRecord): PutRoute {
    if (alias.attributes.TARGTYPE === 'TOPIC') {
      const target = alias.attributes.TARGET as string
      const topic = this.#objects.find('topic', target)
      if (!topic) throw this.#unknownBase(alias, 'topic')
      return { topicString: topic.attributes.TOPICSTR as string, openedObject: alias }
    }
    const base = this.#base(alias)
    if (base.attributes.PUT === 'DISABLED') throw this.#inhibited('PUT', base.name)
    if (base.type === 'QLOCAL') return { queue: this.#local(base.name), openedObject: alias, remote: undefined }
    if (base.type === 'QREMOTE') return this.#throughRemote(base, alias)
    throw this.#wrongBase(alias, base.type)
  }

  #throughRemote({ name, attributes }: ObjectRecord, opened: ObjectRecord): PutRoute {
    const { RNAME, RQMNAME, XMITQ } = attributes as Record<string, string>
    if (!RNAME) {
      throw mqError('MQRC_REMOTE_Q_NAME_ERROR', `${name} names no queue of the other queue manager`, { object: name })
    }
    if (RQMNAME === this.#manager) {
      const local = this.resolvePut({ queue: RNAME })
      return { ...local, openedObject: opened }
    }
    const queue = XMITQ ? this.#transmission.findByName(XMITQ) : this.#transmission.findForManager(RQMNAME as string)
    return { queue, openedObject: opened, remote: { queue: RNAME, manager: RQMNAME as string } }
  }

  /** Resolves a queue on a named queue manager: by an alias, its transmission queue, or the default one. */
  #toManager(queue: string, manager: string): PutRoute {
    const alias = this.#objects.find('queue', manager)
    if (alias?.type === 'QREMOTE' && alias.attributes.RNAME === '') {
      const { RQMNAME, XMITQ } = alias.attributes as Record<string, string>
      const real = RQMNAME || manager
      if (real === this.#manager) return this.resolvePut({ queue })
      const through = XMITQ ? this.#transmission.findByName(XMITQ) : this.#transmission.findForManager(real)
      return this.#wrapped(through, queue, real)
    }
    return this.#wrapped(this.#transmission.findForManager(manager), queue, manager)
  }

  #wrapped(through: Queue, queue: string, manager: string): PutRoute {
    const opened = this.#definition(through.name)
    return { queue: through, openedObject: opened, remote: { queue, manager }, explicitManager: manager }
  }

  #base(alias: ObjectRecord): ObjectRecord {
    const base = this.#objects.find('queue', alias.attributes.TARGET as string)
    if (!base) throw this.#unknownBase(alias, 'queue')
    if (base.type === 'QALIAS') throw this.#wrongBase(alias, base.type)
    return base
  }

  #definition(name: string): ObjectRecord {
    const definition = this.#objects.find('queue', name)
    if (definition) return definition
    throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `${this.#manager} has no queue ${name}`, { object: name })
  }

  #local(name: string): Queue {
    const queue = this.#queues.find(name)
    if (queue) return queue
    throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `${this.#manager} has no local queue ${name}`, { object: name })
  }

  #inhibited(what: 'GET' | 'PUT', name: string): Error {
    return mqError(`MQRC_${what}_INHIBITED`, `${name} is inhibited for ${what.toLowerCase()}s`, { object: name })
  }

  #unknownBase({ name, attributes }: ObjectRecord, kind: string): Error {
    const text = `alias ${name} stands for ${attributes.TARGET}, and there is no ${kind} of that name`
    return mqError('MQRC_UNKNOWN_ALIAS_BASE_Q', text, { object: name })
  }

  #wrongBase({ name, attributes }: ObjectRecord, type: string): Error {
    const text = `alias ${name} stands for ${attributes.TARGET}, a ${type}`
    return mqError('MQRC_ALIAS_BASE_Q_TYPE_ERROR', text, { object: name })
  }
}
