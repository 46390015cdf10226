import test from 'ava'
import { commands } from '../../../../src/mq/manager/mqsc/commands/index.ts'
import { openBench } from './support.ts'

test('shows the syntax of a command below a word that it does not take', async (t) => {
  const lines = await openBench().run('ALTER TOPIC(T) COLOUR(RED)')
  t.deepEqual(lines.slice(0, 6), [
    'AMQ8405I: Syntax error detected at or near end of command segment below:-',
    'ALTER TOPIC(T) COLOUR(RED)',
    '',
    'AMQ8427I: Valid syntax for the MQSC command:',
    '',
    'ALTER TOPIC( name )',
  ])
  t.true(lines.includes('   [ PUB( ASPARENT | ENABLED | DISABLED ) ]'), lines.join('\n'))
  t.true(lines.includes('   [ DEFPRTY( integer | ASPARENT ) ]'))
  t.true(lines.includes('   [ DESCR( string ) ]'))
})

for (const [title, command, expected] of [
  ['required keywords without brackets', 'RESOLVE CHANNEL(C) ?', '   ACTION( COMMIT | BACKOUT )'],
  ['both words of a pair', 'DEFINE QLOCAL(Q) ?', '   [ SHARE | NOSHARE ]'],
  ['lists', 'DEFINE NAMELIST(N) ?', '   [ NAMES( item, ... ) ]'],
  ['the attributes that DISPLAY takes', 'DISPLAY QMGR ?', '   [ CHINIT ]'],
  ['conditions', 'DISPLAY QMGR ?', '   [ WHERE( attribute operator value ) ]'],
] as const) {
  test(`shows ${title}`, async (t) => {
    const lines = await openBench().run(command)
    t.true(lines.includes(expected), lines.join('\n'))
  })
}

for (const [command, expected] of [
  ['?', 'DISPLAY'],
  ['DISPLAY', 'DISPLAY QMGR'],
  ['DIS ?', 'DISPLAY QMGR'],
  ['CLEAR QMGR', 'CLEAR QLOCAL'],
  ['FROBNICATE QMGR', 'ALTER'],
] as const) {
  test(`lists the commands that exist below: ${command}`, async (t) => {
    const lines = await openBench().run(command)
    t.is(lines[3], 'AMQ8426I: Valid MQSC commands are:')
    t.true(lines.includes(`   ${expected}`), lines.join('\n'))
  })
}

test('every command can show its syntax', async (t) => {
  for (const [verb, qualifiers] of commands) {
    for (const qualifier of qualifiers) {
      const lines = await openBench().run(`${verb} ${qualifier}(X) ?`)
      t.true(
        lines.some((line) => line.startsWith('AMQ8427I')),
        `${verb} ${qualifier}: ${lines[0]}`,
      )
      t.true(lines.some((line) => line.startsWith(`${verb} ${qualifier}`)))
    }
  }
})
