import test from 'ava'
import { describeCommand, describeOwnCommand, renderHelp } from '../../../../src/shared/cli/help/index.ts'

test('the help has usage, summary, verbs and options with their values', (t) => {
  const help = describeCommand({
    name: 'paint',
    summary: 'paint a thing',
    verbs: { wall: { help: 'paint the wall' }, door: { help: 'paint the door' } },
    options: { colour: { short: 'c', value: 'COLOUR', choices: ['red', 'blue'], help: 'the colour' } },
    run: async () => 0,
  })
  t.is(
    renderHelp(help),
    `Usage: sluice paint wall
       sluice paint door
All of them take [--colour red|blue].
paint a thing

Verbs:
  wall  paint the wall
  door  paint the door

Options:
  -c, --colour COLOUR  the colour: red, blue
  -h, --help           print this help
`,
  )
})

test('the help of a command of queue managers has its options as they are typed', (t) => {
  const help = describeOwnCommand({
    name: 'dspx',
    summary: 'print x',
    usage: '[-m QMgrName]',
    options: { '-m': { value: 'QMgrName', help: 'the queue manager' } },
  })
  t.regex(renderHelp(help), /^Usage: dspx \[-m QMgrName\]\nprint x\n\nOptions:\n {2}-m QMgrName +the queue manager\n/)
})
