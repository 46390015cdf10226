/** Asks the nodes that share the store how one decided a request, by entries of the store that expire. */
import { setTimeout } from 'node:timers/promises'
import type { Explanation } from '../../contract/access/explanation.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore, StateValue } from '../../storage/index.ts'

export type NodeQuestions = ReturnType<typeof openNodeQuestions>

export interface NodeQuestionOptions {
  store: StateStore
  clock: Clock
  log: Log
  /** The name of this node. */
  node: string
  /** Returns how this node decided a request. */
  explain(requestId: string): Promise<Explanation | undefined>
}

const [questions, turns, answers] = ['call-question', 'call-question-turn', 'call-answer']
const keptMs = 15_000
const [waitMs, pollMs] = [4_000, 200]

/** Answers questions of other nodes until it is closed. Of the workers of a node, one answers. */
export function openNodeQuestions({ store, clock, log, node, explain }: NodeQuestionOptions) {
  let cursor: string | undefined
  let last = Promise.resolve()
  const onChange = () => {
    last = last
      .then(answerAll)
      .catch((error: unknown) => log.debug({ err: error }, 'questions of nodes are not answered'))
  }
  return {
    /** Returns the answer of the first node that knows the request; undefined when none does within some seconds. */
    async ask(requestId: string): Promise<Explanation | undefined> {
      await store.save(questions, requestId, { node }, { expiresAt: clock() + keptMs, wakesWatchers: true })
      for (const endsAt = clock() + waitMs; clock() < endsAt; await setTimeout(pollMs)) {
        const answer = await store.find(answers, requestId)
        if (answer) return answer.value as unknown as Explanation
      }
      return undefined
    },
    close: store.watch(questions, onChange),
  }

  async function answerAll(): Promise<void> {
    const changes = await store.listChanges(questions, cursor)
    cursor = changes.cursor
    for (const { key, entry } of changes.entries) {
      if ((entry.value as { node: string }).node === node) continue
      const expiresAt = clock() + keptMs
      if (!(await store.create(turns, `${node} ${key}`, true, { expiresAt }))) continue
      const found = await explain(key)
      if (found) await store.save(answers, key, toValue(found), { expiresAt })
    }
  }
}

/** Returns the explanation without its members that are undefined. */
function toValue(explanation: Explanation): StateValue {
  return JSON.parse(JSON.stringify(explanation))
}
