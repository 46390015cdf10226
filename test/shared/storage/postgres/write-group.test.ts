import test from 'ava'
import { StateStoreError } from '../../../../src/shared/storage/index.ts'
import { buildGroupWriter, type PostgresOperation } from '../../../../src/shared/storage/postgres/write-group.ts'

function operation(verb: PostgresOperation['verb'], key = 'key'): PostgresOperation {
  return { verb, kind: 'kind', key, value: '1', expiresAt: 5, family: 'group', now: 3, by: 2, wakesWatchers: true }
}

/** A connection whose queries fail with `failures`, one after the other, and then return `results`. */
function connect(results: (string | null)[], failures: Error[] = []) {
  const queries: (readonly unknown[])[] = []
  const write = buildGroupWriter(
    {
      async query(_, values) {
        queries.push(values)
        const failure = failures.shift()
        if (failure) throw failure
        return [{ results }]
      },
      close: async () => {},
    },
    'sluice',
  )
  return { write, queries }
}

function failWith(code: string): StateStoreError {
  return new StateStoreError('busy', code, { cause: Object.assign(new Error(code), { code }) })
}

test('a group is one statement, and each operation gets its result', async (t) => {
  const verbs = ['create', 'create', 'consume', 'consume', 'count', 'count', 'save', 'remove'] as const
  const { write, queries } = connect(['1', '0', '1', '0', '7', null, '', ''])
  const results = await write(verbs.map((verb) => operation(verb)))
  t.is(queries.length, 1)
  t.deepEqual(queries[0]?.[0], [...verbs])
  t.deepEqual(
    results.map((each) => ('value' in each ? each.value : each.error.message)),
    [true, false, true, false, 7, 'kind key is not a counter', undefined, undefined],
  )
})

test('each member of an operation is a column', async (t) => {
  const { write, queries } = connect([''])
  await write([operation('save')])
  t.deepEqual(queries, [[['save'], ['kind'], ['key'], ['1'], [5], ['group'], [3], [2], [true]]])
})

test('a deadlock is tried again five times', async (t) => {
  const deadlocks = (count: number) => Array.from({ length: count }, () => failWith('40P01'))
  const recovered = connect(['1'], deadlocks(5))
  t.deepEqual(await recovered.write([operation('create')]), [{ value: true }])
  t.is(recovered.queries.length, 6)
  const stuck = connect(['1'], deadlocks(6))
  await t.throwsAsync(stuck.write([operation('create')]), { instanceOf: StateStoreError, message: '40P01' })
  t.is(stuck.queries.length, 6)
})

test('another error is not tried again', async (t) => {
  const { write, queries } = connect(['1'], [failWith('53100')])
  await t.throwsAsync(write([operation('create')]), { message: '53100' })
  t.is(queries.length, 1)
})
