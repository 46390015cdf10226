import test from 'ava'
import { startWithOwner } from '../_support/owner.ts'

test('owners get the rows of a question, and what is accepted for a wrong one', async (t) => {
  const asked: string[][] = []
  const answerQuestion = async (...question: string[]) => {
    asked.push(question)
    return question[0] === 'sessions' ? undefined : [{ application: 'shop', calls: '3' }]
  }
  const { owner } = await startWithOwner(t, { tools: { answerQuestion } })
  const ask = (query: string) => owner.call<unknown>('GET', `/configuration/answer?${query}`)
  t.deepEqual((await ask('question=callers&about=orders')).body, { rows: [{ application: 'shop', calls: '3' }] })
  t.deepEqual(asked, [['callers', 'orders']])
  for (const query of ['', 'question=none', 'question=constructor', 'question=callers', 'question=old-secrets&about=x'])
    t.like(await ask(query), { status: 400, body: { code: 'wrong_query' } }, query)
  t.like(await ask('question=sessions&about=eva'), { status: 503, body: { code: 'documents_wrong' } })
})
