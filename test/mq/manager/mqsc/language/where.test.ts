import test from 'ava'
import { openBench } from '../support.ts'

async function filled() {
  const bench = openBench()
  for (const command of [
    "DEFINE QLOCAL(T.ONE) MAXDEPTH(1) DESCR('first')",
    "DEFINE QLOCAL(T.TWO) MAXDEPTH(2) DESCR('second') GET(DISABLED)",
    "DEFINE QALIAS(T.ALIAS) TARGET(T.ONE) DESCR('first alias')",
    'DEFINE NAMELIST(T.LIST) NAMES(A,B)',
    'DEFINE NAMELIST(T.NONE) NAMES()',
  ]) {
    await bench.run(command)
  }
  return bench
}

for (const [condition, object, names] of [
  ['MAXDEPTH GT 1', 'QUEUE', ['T.TWO']],
  ['MAXDEPTH GE 1', 'QUEUE', ['T.ONE', 'T.TWO']],
  ['MAXDEPTH LT 2', 'QUEUE', ['T.ONE']],
  ['MAXDEPTH LE 1', 'QUEUE', ['T.ONE']],
  ['MAXDEPTH EQ 2', 'QUEUE', ['T.TWO']],
  ['MAXDEPTH NE 2', 'QUEUE', ['T.ONE']],
  ['MAXFSIZE EQ DEFAULT', 'QUEUE', ['T.ONE', 'T.TWO']],
  ['MAXFSIZE NE 20', 'QUEUE', ['T.ONE', 'T.TWO']],
  ['GET EQ DISABLED', 'QUEUE', ['T.TWO']],
  ['GET NE DISABLED', 'QUEUE', ['T.ALIAS', 'T.ONE']],
  ["DESCR LK 'first*'", 'QUEUE', ['T.ALIAS', 'T.ONE']],
  ["DESCR NL 'first*'", 'QUEUE', ['T.TWO']],
  ["DESCR EQ 'first'", 'QUEUE', ['T.ONE']],
  ["DESCR GT 'first'", 'QUEUE', ['T.ALIAS', 'T.TWO']],
  ['TARGQ EQ T.ONE', 'QUEUE', ['T.ALIAS']],
  ['SHARE EQ YES', 'QUEUE', ['T.ONE', 'T.TWO']],
  ['NAMES CT B', 'NAMELIST', ['T.LIST']],
  ['NAMES EX B', 'NAMELIST', ['T.NONE']],
  ['NAMES CTG A*', 'NAMELIST', ['T.LIST']],
  ['NAMES EXG A*', 'NAMELIST', ['T.NONE']],
] as const) {
  test(`WHERE(${condition}) on ${object}`, async (t) => {
    const { text } = await filled()
    const { responses } = await text(`DISPLAY ${object}(T.*) WHERE(${condition})`)
    t.deepEqual(
      responses.map(({ attributes }) => attributes?.[0]?.[1]),
      [...names],
    )
  })
}

test('adds the attribute that is filtered by to what is shown', async (t) => {
  const { run } = await filled()
  t.deepEqual(await run('DISPLAY QUEUE(T.*) WHERE(MAXDEPTH GT 1)'), [
    'AMQ8409I: Display Queue details.   QUEUE(T.TWO)   TYPE(QLOCAL)   MAXDEPTH(2)',
  ])
})

test('finds nothing when nothing meets the condition', async (t) => {
  const { run } = await filled()
  t.deepEqual(await run('DISPLAY QUEUE(T.*) WHERE(MAXDEPTH GT 9)'), ['AMQ8147E: IBM MQ object T.* not found.'])
})

for (const [title, condition, message] of [
  ['an operator that the attribute does not take', 'GET GT ENABLED', 'AMQ8410E: Parser Error: GET takes EQ, NE.'],
  [
    'a word for a number',
    'MAXDEPTH GT MANY',
    'AMQ8403E: Attribute value error: MAXDEPTH takes an integer from 0 to 999999999.',
  ],
  [
    'an attribute that does not exist',
    'DEPTH GT 1',
    'AMQ8405I: Syntax error detected at or near end of command segment below:-',
  ],
  ['half a condition', 'MAXDEPTH GT', 'AMQ8405I: Syntax error detected at or near end of command segment below:-'],
  ['two conditions', 'MAXDEPTH GT 1 LT 2', 'AMQ8405I: Syntax error detected at or near end of command segment below:-'],
] as const) {
  test(`refuses ${title}`, async (t) => {
    const { run } = await filled()
    t.is((await run(`DISPLAY QUEUE(*) WHERE(${condition})`))[0], message)
  })
}
