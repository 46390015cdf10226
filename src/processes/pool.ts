/**
 * The worker processes: started, told what to serve, replaced when they die, and all on the same documents.
 */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'

import type { ServerTls } from '../http/server-tls.ts'
import type { Log } from '../lib/log.ts'
import type { Announcement, Assignment, FromWorker, Order, OrderName, Orders } from './messages.ts'
import { type Give, openOrders, tell } from './orders.ts'
import type { Packed } from './packed.ts'
import { answerRequest, type RequestAnswers } from './requests.ts'

export interface Pool {
  /** Hands the first assignment to every worker; settles when each of them serves. */
  serve(assignment: Assignment): Promise<void>
  /**
   * Puts another configuration to use in every worker, without losing a call: each builds it first, and only when
   * all of them have is it adopted. Rejects when one cannot; then the old one stays in use everywhere.
   */
  use(config: Packed): Promise<void>
  /** Puts another certificate to use in every worker. */
  renew(tls: ServerTls): Promise<void>
  /** The answers of all workers that serve; those that die meanwhile are left out. */
  ask<Name extends OrderName>(order: Order & { do: Name }): Promise<Orders[Name]['answer'][]>
  /** How many serve. */
  ready(): number
  /** Calls in flight finish, workers end. */
  close(): Promise<void>
}

export interface PoolTools {
  log: Log
  /** Answers what workers ask, once it can be answered. */
  answers: Promise<RequestAnswers>
  /** Is told of each worker that dies. */
  onDeath(): void
}

const firstDelayMs = 100
const longestDelayMs = 10_000
const settledAfterMs = 30_000
const longestEndMs = 15_000

/**
 * Starts the processes. They load their code while the caller still prepares what they will serve, which is where
 * most of a start's time goes.
 */
export function startPool(count: number, { log, answers, onDeath }: PoolTools): Pool {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('worker.ts', import.meta.url)),
    serialization: 'advanced',
  })

  const workers = new Map<Worker, Give>()
  const ready = new Map<Worker, Give>()
  let assignment: Assignment | undefined
  let stopping = false
  let delayMs = firstDelayMs

  for (let started = 0; started < count; started += 1) start()

  return {
    async serve(given) {
      await Promise.all([...workers.keys()].map((worker) => bringUp(worker, given)))
      assignment = given
    },
    use,
    async renew(tls) {
      assignment = { ...(assignment as Assignment), tls } // for those that start from now on
      await Promise.allSettled([...ready.values()].map((give) => give({ do: 'renew', tls })))
    },
    async ask(order) {
      const answers = await Promise.allSettled([...ready.values()].map((give) => give(order)))
      return answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    },
    ready: () => ready.size,
    async close() {
      stopping = true
      await Promise.all([...workers.keys()].map(ended))
    },
  }

  function start(): Worker {
    const startedAt = Date.now()
    const worker = cluster.fork()
    workers.set(worker, openOrders(worker))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'announce') relay(worker, message.announcement)
      if (message.kind === 'ask') void answerRequest(message, answers).then((answer) => tell(worker, answer))
    })
    worker.on('exit', (code, signal) => {
      workers.delete(worker)
      ready.delete(worker)
      if (stopping || !assignment) return
      delayMs = Date.now() - startedAt > settledAfterMs ? firstDelayMs : Math.min(delayMs * 2, longestDelayMs)
      onDeath()
      log.error({ worker: worker.process.pid, code, signal, delayMs }, 'a worker died and is replaced')
      setTimeout(replace, delayMs)
    })
    return worker
  }

  function replace(): void {
    if (stopping || !assignment) return
    const worker = start()
    bringUp(worker, assignment).catch((error: Error) => {
      log.error({ worker: worker.process.pid, reason: error.message }, 'a worker could not be started')
      worker.process.kill('SIGKILL') // and the next one is started after a longer wait
    })
  }

  async function bringUp(worker: Worker, given: Assignment): Promise<void> {
    const give = workers.get(worker) as Give
    await give({ do: 'serve', assignment: given })
    ready.set(worker, give)
    if (assignment?.tls && assignment.tls !== given.tls) await give({ do: 'renew', tls: assignment.tls })
    if (assignment && assignment.config !== given.config) await catchUp(give, assignment.config)
  }

  function relay(from: Worker, announcement: Announcement): void {
    for (const worker of workers.keys()) if (worker !== from) tell(worker, { kind: 'hear', announcement })
  }

  async function use(config: Packed): Promise<void> {
    const all = [...ready]
    const tellAll = <Name extends OrderName>(order: Order & { do: Name }) =>
      Promise.allSettled(all.map(([, give]) => give(order)))

    const prepared = await tellAll({ do: 'prepare', config })
    // One that died refuses nothing: whoever replaces it is handed what is in use by then.
    const refusal = prepared.find(
      (each, index) => each.status === 'rejected' && workers.has((all[index] as [Worker, Give])[0]),
    )
    if (refusal?.status === 'rejected') {
      await tellAll({ do: 'discard' })
      throw refusal.reason
    }

    assignment = { ...(assignment as Assignment), config } // for those that start from now on
    const asked = new Set(all.map(([worker]) => worker))
    const late = [...ready].filter(([worker]) => !asked.has(worker)) // they began to serve meanwhile
    await Promise.allSettled([tellAll({ do: 'adopt' }), ...late.map(([, give]) => catchUp(give, config))])
  }
}

async function catchUp(give: Give, config: Packed): Promise<void> {
  await give({ do: 'prepare', config })
  await give({ do: 'adopt' })
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => worker.process.kill('SIGKILL'), longestEndMs)
    worker.once('exit', () => {
      clearTimeout(late)
      resolve()
    })
    tell(worker, { kind: 'stop' })
  })
}
