import test from 'ava'

import {
  type Answered,
  type Asking,
  answerRequest,
  openRequests,
  type RequestAnswers,
} from '../../src/processes/requests.ts'

/** A worker and a primary in one process. */
function connected(answers: Partial<RequestAnswers>, ready = Promise.resolve()) {
  const said: Asking[] = []
  const { ask, hear } = openRequests((message) => {
    said.push(message)
    void answerRequest(
      message,
      ready.then(() => answers as RequestAnswers),
    ).then(hear)
  })
  return { ask, hear, said }
}

test('each question gets its own answer, in whatever order they come', async (t) => {
  const first = Promise.withResolvers<undefined>()
  const { ask } = connected({
    why: async ({ requestId }) => {
      if (requestId === 'slow') await first.promise
      return { requestId } as never
    },
  })
  const slow = ask({ ask: 'why', requestId: 'slow' })
  t.like(await ask({ ask: 'why', requestId: 'quick' }), { requestId: 'quick' })
  first.resolve(undefined)
  t.like(await slow, { requestId: 'slow' })
})

test('what the primary cannot do is told', async (t) => {
  const { ask } = connected({
    describe: () => Promise.reject(new Error('there is no such file')),
  })
  await t.throwsAsync(ask({ ask: 'describe', file: 'x' }), { message: 'there is no such file' })
})

test('a question that comes before the primary is ready waits for it', async (t) => {
  const ready = Promise.withResolvers<void>()
  const { ask } = connected({ describe: async () => undefined }, ready.promise)
  let settled = false
  const answer = ask({ ask: 'describe', file: 'x' }).then(() => {
    settled = true
  })
  await new Promise(setImmediate)
  t.false(settled)
  ready.resolve()
  await answer
  t.true(settled)
})

test('an answer to nothing is no matter', (t) => {
  const { hear } = connected({})
  const strange: Answered[] = [
    { kind: 'answer', number: 7, answer: 1 },
    { kind: 'decline', number: 8, reason: 'x' },
  ]
  for (const each of strange) t.notThrows(() => hear(each))
})
