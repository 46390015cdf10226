/** Asks the nodes that share the store what they know of calls and messages, by entries of the store that expire. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore, StateValue } from '../../../shared/storage/index.ts'
import type { Explanation, MessageMovement } from '../../contract/access/explanation.ts'

export type NodeQuestions = ReturnType<typeof openNodeQuestions>

/** What a node knows by some ids of requests, messages and traces: how it decided the request, and what calls did to messages. */
export interface NodeAnswer {
  explanation?: Explanation | undefined
  messages: readonly MessageMovement[]
}

export interface NodeQuestionOptions {
  store: StateStore
  clock: Clock
  log: Log
  /** The name of this node. */
  node: string
  /** Returns the names of all nodes. */
  listNodes(): readonly string[]
  /** Returns what this node knows. */
  answer(ids: readonly string[]): Promise<NodeAnswer>
}

const [questions, turns, answers] = ['call-question', 'call-question-turn', 'call-answer']
const keptMs = 15_000
const [waitMs, pollMs] = [4_000, 100]

/** Answers questions of other nodes until it is closed. Of the workers of a node, one answers. */
export function openNodeQuestions({ store, clock, log, node, listNodes, answer }: NodeQuestionOptions) {
  let cursor: string | undefined
  let last = Promise.resolve()
  const onChange = () => {
    last = last
      .then(answerAll)
      .catch((error: unknown) => log.debug({ err: error }, 'questions of nodes are not answered'))
  }
  return {
    /** Returns the answers of the other nodes that answer within some seconds. */
    async ask(ids: readonly string[]): Promise<NodeAnswer[]> {
      const id = randomUUID()
      const found: NodeAnswer[] = []
      let waiting = listNodes().filter((each) => each !== node)
      await store.save(questions, id, { node, ids: [...ids] }, { expiresAt: clock() + keptMs, wakesWatchers: true })
      for (const endsAt = performance.now() + waitMs; waiting.length > 0 && performance.now() < endsAt; ) {
        await setTimeout(pollMs)
        const looks = await Promise.all(waiting.map((each) => store.find(answers, `${id} ${each}`)))
        found.push(...looks.flatMap((entry) => (entry ? [entry.value as NodeAnswer] : [])))
        waiting = waiting.filter((_, index) => !looks[index])
      }
      return found
    },
    close: store.watch(questions, onChange),
  }

  async function answerAll(): Promise<void> {
    const changes = await store.listChanges(questions, cursor)
    cursor = changes.cursor
    for (const { key, entry } of changes.entries) {
      const { node: asker, ids } = entry.value as { node: string; ids?: string[] }
      if (asker === node || !ids) continue // a node of an older version asks without ids
      const expiresAt = clock() + keptMs
      if (!(await store.create(turns, `${node} ${key}`, true, { expiresAt }))) continue
      await store.save(answers, `${key} ${node}`, toValue(await answer(ids)), { expiresAt })
    }
  }
}

/** Returns the answer without its members that are undefined. */
function toValue(answer: NodeAnswer): StateValue {
  return JSON.parse(JSON.stringify(answer))
}
