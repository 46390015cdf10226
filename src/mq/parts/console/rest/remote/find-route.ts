/** GET /qmgr/{qmgr}/route?queue=&queueManager=: where a message for a queue goes, step by step. */
import type { Connection } from '../../../../manager/index.ts'
import { findQueueManager, runWithAdminConnection } from '../../../../web/admin/common/admin-connection.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../../../web/context/rest-context.ts'
import { RestError } from '../../../../web/errors/rest-error.ts'
import { parseQueryParameters } from '../../../../web/http/request-input.ts'
import type { RouteProblem, RouteStep } from '../../contract/objects.ts'
import {
  buildTransmissionRoute,
  type DisplayedObject,
  displayObjects,
  displayQueue,
  listSendingChannels,
} from './list-remote-managers.ts'

export async function findRoute(context: RestContext): Promise<RestResponse> {
  const { queue = '', queueManager = '' } = parseQueryParameters(context, ['queue', 'queueManager'])
  if (queue === '') throw new RestError('MQWB0013E', [queue, 'queue', 'it must be the name of a queue'])
  const manager = findQueueManager(context)
  const purpose = { action: 'display', object: queue }
  return runWithAdminConnection(context, manager, purpose, async (connection) => {
    const steps: RouteStep[] = []
    const resolver = new RouteResolver(connection, manager.name, steps)
    if (queueManager === '' || queueManager === manager.name) await resolver.followQueue(queue)
    else await resolver.followManager(queue, queueManager)
    return jsonResponse(200, { step: steps })
  })
}

/** Follows definitions as the queue manager does for a put, and records each step. */
class RouteResolver {
  readonly #connection: Connection
  readonly #manager: string
  readonly #steps: RouteStep[]

  constructor(connection: Connection, manager: string, steps: RouteStep[]) {
    this.#connection = connection
    this.#manager = manager
    this.#steps = steps
  }

  async followQueue(name: string, isBase = false): Promise<void> {
    const found = await displayQueue(this.#connection, name)
    switch (found?.TYPE) {
      case 'QLOCAL':
        this.#steps.push({ kind: 'local', name })
        return
      case 'QREMOTE':
        return this.#followRemote(name, found)
      case 'QALIAS':
        return isBase ? this.#fail('aliasOfAlias', name) : this.#followAlias(name, found)
      case 'QMODEL':
        return this.#fail('modelQueue', name)
      default:
        return this.#fail('unknownQueue', name)
    }
  }

  /** Follows a queue of a queue manager that the application names. */
  async followManager(queue: string, manager: string): Promise<void> {
    const alias = await displayQueue(this.#connection, manager)
    if (alias?.TYPE !== 'QREMOTE' || alias.RNAME !== '') return this.#followTransmission(queue, manager, '')
    const target = String(alias.RQMNAME || manager)
    this.#steps.push({ kind: 'managerAlias', name: manager, target })
    if (target === this.#manager) return this.followQueue(queue)
    return this.#followTransmission(queue, target, String(alias.XMITQ ?? ''))
  }

  async #followAlias(name: string, { TARGET, TARGTYPE }: DisplayedObject): Promise<void> {
    const target = String(TARGET)
    this.#steps.push({ kind: 'alias', name, target })
    if (TARGTYPE === 'TOPIC') this.#steps.push({ kind: 'topic', name: target })
    else await this.followQueue(target, true)
  }

  async #followRemote(name: string, { RNAME, RQMNAME, XMITQ }: DisplayedObject): Promise<void> {
    const [queue, manager] = [String(RNAME ?? ''), String(RQMNAME ?? '')]
    if (queue === '') return this.#fail('noRemoteName', name)
    this.#steps.push({ kind: 'remote', name, queue, manager })
    // A definition that leads back is followed once more only, so that two of them cannot lead in a circle.
    if (manager === this.#manager) return this.#steps.length > maxSteps ? undefined : this.followQueue(queue)
    return this.#followTransmission(queue, manager, String(XMITQ ?? ''))
  }

  async #followTransmission(queue: string, manager: string, given: string): Promise<void> {
    const own = given === '' ? await displayQueue(this.#connection, manager) : undefined
    const name = given || (own?.USAGE === 'XMITQ' ? manager : await this.#findDefault())
    if (name === '') return this.#fail('noTransmissionQueue', manager)
    const found = await displayQueue(this.#connection, name)
    if (found?.USAGE !== 'XMITQ') return this.#fail('wrongTransmissionQueue', name)
    const route = buildTransmissionRoute(found, await listSendingChannels(this.#connection))
    this.#steps.push({ kind: 'transmission', queue, manager, ...route })
  }

  async #findDefault(): Promise<string> {
    const [manager] = await displayObjects(this.#connection, 'DISPLAY QMGR DEFXMITQ')
    return String(manager?.DEFXMITQ ?? '')
  }

  #fail(problem: RouteProblem, name: string): void {
    this.#steps.push({ kind: 'problem', problem, name })
  }
}

const maxSteps = 10
