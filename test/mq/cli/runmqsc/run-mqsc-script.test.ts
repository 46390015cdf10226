import test from 'ava'
import { runMqscScript } from '../../../../src/mq/cli/runmqsc/run-mqsc-script.ts'
import { openBench } from '../../manager/mqsc/support.ts'

async function report(script: string, quiet = false) {
  const { text } = openBench()
  let output = ''
  const write = (part: string) => {
    output += part
  }
  const status = await runMqscScript({
    manager: 'QM1',
    run: (command) => text(command),
    input: script.split('\n'),
    write,
    quiet,
  })
  return { status, output }
}

test('prints every command with its result', async (t) => {
  const { status, output } = await report(
    '* queues\nDEFINE QLOCAL(A) +\n  GET(DISABLED)\nDISPLAY QLOCAL(A) GET PUT DESCR',
  )
  t.is(status, 0)
  t.is(
    output,
    `Sluice MQSC.
Starting MQSC for queue manager QM1.


       : * queues
     1 : DEFINE QLOCAL(A) +
       :   GET(DISABLED)
AMQ8006I: IBM MQ queue created.
     2 : DISPLAY QLOCAL(A) GET PUT DESCR
AMQ8409I: Display Queue details.
   QUEUE(A)                                TYPE(QLOCAL)
   DESCR( )                                GET(DISABLED)
   PUT(ENABLED)
2 MQSC commands read.
No commands have a syntax error.
All valid MQSC commands were processed.
`,
  )
})

for (const [title, script, summary, status] of [
  [
    'one command',
    'PING QMGR',
    ['One MQSC command read.', 'No commands have a syntax error.', 'All valid MQSC commands were processed.'],
    0,
  ],
  [
    'no command',
    '* nothing',
    ['No MQSC commands read.', 'No commands have a syntax error.', 'All valid MQSC commands were processed.'],
    0,
  ],
  [
    'a failure',
    'DIS QL(NO)',
    ['One MQSC command read.', 'No commands have a syntax error.', 'One valid MQSC command could not be processed.'],
    10,
  ],
  [
    'a syntax error',
    'DIS QL(NO',
    ['One MQSC command read.', 'One command has a syntax error.', 'All valid MQSC commands were processed.'],
    10,
  ],
  [
    'several of each',
    'DIS\nDIS\nDIS QL(X)\nDIS QL(Y)',
    ['4 MQSC commands read.', '2 commands have a syntax error.', '2 valid MQSC commands could not be processed.'],
    10,
  ],
] as const) {
  test(`sums up ${title}`, async (t) => {
    const result = await report(script, true)
    t.deepEqual(result.output.trimEnd().split('\n').slice(-3), [...summary])
    t.is(result.status, status)
  })
}
