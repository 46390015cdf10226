import test from 'ava'
import { MalformedCommandError } from '../../../../../src/mq/manager/types/errors.ts'
import { renderParameters } from '../../_support/parameters.ts'
import { openBench } from '../support.ts'

test('displays attributes under lower-case keywords, numbers as numbers', async (t) => {
  const { run, json, facts } = openBench()
  await run("DEFINE QLOCAL(APP.IN) DESCR('orders')")
  facts.queues.set('APP.IN', { depth: 3 })
  const outcome = await json({
    command: 'display',
    qualifier: 'qlocal',
    name: 'APP.IN',
    responseParameters: ['maxdepth', 'get', 'DESCR', 'defpsist', 'share', 'trigger', 'curdepth'],
  })
  t.like(outcome, { completionCode: 0, reasonCode: 0 })
  t.deepEqual(outcome.responses.map(renderParameters), [
    {
      queue: 'APP.IN',
      type: 'QLOCAL',
      curdepth: 3,
      defpsist: 'NO',
      descr: 'orders',
      get: 'ENABLED',
      maxdepth: 5000,
      trigger: 'NO',
      share: 'YES',
    },
  ])
})

for (const [title, form] of [
  ['lower case', (word: string) => word.toLowerCase()],
  ['upper case', (word: string) => word.toUpperCase()],
] as const) {
  test(`takes verbs, keywords and words of choice in ${title}`, async (t) => {
    const { json, show } = openBench()
    const outcome = await json({
      command: form('define'),
      qualifier: form('qlocal'),
      name: 'Mixed.Case',
      parameters: { [form('put')]: form('disabled'), [form('replace')]: form('yes'), [form('descr')]: 'As Is' },
    })
    t.like(outcome.responses[0], { completionCode: 0, messages: ['AMQ8006I: IBM MQ queue created.'] })
    t.like(await show("DISPLAY QLOCAL('Mixed.Case')"), { PUT: 'DISABLED', DESCR: 'As Is' })
  })
}

for (const [title, parameters, attributes] of [
  ['numbers as text', { maxdepth: '7' }, { MAXDEPTH: 7 }],
  ['flags with yes', { share: 'yes', trigger: 'yes' }, { SHARE: 'YES', TRIGGER: 'YES' }],
  ['flags with no', { share: 'no', hardenbo: 'NO' }, { SHARE: 'NO', HARDENBO: 'NO' }],
  ['the other word of a pair', { noshare: 'yes', notrigger: 'no' }, { SHARE: 'NO', TRIGGER: 'YES' }],
] as const) {
  test(`takes ${title}`, async (t) => {
    const { json, show } = openBench()
    await json({ command: 'define', qualifier: 'qlocal', name: 'A', parameters })
    t.like(await show('DISPLAY QLOCAL(A)'), attributes)
  })
}

test('does not replace when replace is no', async (t) => {
  const { json } = openBench()
  const command = { command: 'define', qualifier: 'qlocal', name: 'A', parameters: { REPLACE: 'NO' } }
  await json(command)
  t.like(await json(command), { completionCode: 2, reasonCode: 3008 })
  t.like((await json(command)).responses[0], { completionCode: 2, reasonCode: 4001 })
})

test('takes and shows lists as arrays', async (t) => {
  const { json } = openBench()
  await json({ command: 'define', qualifier: 'namelist', name: 'N', parameters: { names: ['A', 'B'] } })
  const outcome = await json({ command: 'display', qualifier: 'namelist', name: 'N', responseParameters: ['names'] })
  t.deepEqual(outcome.responses.map(renderParameters), [{ namelist: 'N', names: ['A', 'B'] }])
})

test('filters by a condition in one text', async (t) => {
  const { run, json, facts } = openBench()
  await run('DEFINE QLOCAL(A)')
  await run('DEFINE QLOCAL(B)')
  facts.queues.set('B', { depth: 1 })
  const outcome = await json({
    command: 'display',
    qualifier: 'qlocal',
    name: '*',
    parameters: { where: 'curdepth GT 0' },
  })
  t.deepEqual(outcome.responses.map(renderParameters), [{ queue: 'B', type: 'QLOCAL', curdepth: 1 }])
})

test('displays every object of a kind when no name is given', async (t) => {
  const { json } = openBench()
  const outcome = await json({ command: 'display', qualifier: 'listener', responseParameters: ['all'] })
  t.deepEqual(
    outcome.responses.map((response) => renderParameters(response)?.listener),
    ['SYSTEM.DEFAULT.LISTENER.TCP'],
  )
})

test('responds to DISPLAY CMDSERV with codes only', async (t) => {
  const { json } = openBench()
  const { responses } = await json({ command: 'display', qualifier: 'cmdserv', responseParameters: ['all'] })
  t.deepEqual(responses, [{ completionCode: 0, reasonCode: 0, messages: [] }])
})

for (const [title, command, reason, message] of [
  [
    'a queue that does not exist',
    { command: 'display', qualifier: 'queue', name: 'FAKE.QUEUE' },
    2085,
    'AMQ8147E: IBM MQ object FAKE.QUEUE not found.',
  ],
  [
    'a generic name that nothing matches',
    { command: 'display', qualifier: 'qlocal', name: 'FAKE*' },
    2085,
    'AMQ8147E: IBM MQ object FAKE* not found.',
  ],
  [
    'a subscription that does not exist',
    { command: 'delete', qualifier: 'sub', name: 'FAKE' },
    2428,
    'AMQ8147E: IBM MQ object FAKE not found.',
  ],
  [
    'a channel that does not exist',
    { command: 'delete', qualifier: 'channel', name: 'FAKE' },
    4032,
    'AMQ8227E: Channel FAKE not found.',
  ],
  [
    'channels that are all inactive',
    { command: 'display', qualifier: 'chstatus', name: '*' },
    3065,
    'AMQ8420I: Channel Status not found.',
  ],
  [
    'a number outside its range',
    { command: 'alter', qualifier: 'qmgr', parameters: { maxhands: 0 } },
    4005,
    'AMQ8412E: Numeric Range Error: MAXHANDS takes an integer from 1 to 999999999, not 0.',
  ],
  [
    'a word that a choice does not have',
    { command: 'alter', qualifier: 'qmgr', parameters: { chlauth: 'on' } },
    4005,
    'AMQ8403E: Attribute value error: CHLAUTH takes one of ENABLED, DISABLED, not on.',
  ],
] as const) {
  test(`answers with a reason for ${title}`, async (t) => {
    const { json } = openBench()
    const outcome = await json(command)
    t.like(outcome, { completionCode: 2, reasonCode: 3008 })
    t.like(outcome.responses[0], { completionCode: 2, reasonCode: reason, messages: [message] })
  })
}

for (const [title, part, command] of [
  ['an unknown verb', 'command', { command: 'destroy', qualifier: 'qlocal', name: 'A' }],
  ['an unknown object', 'command', { command: 'display', qualifier: 'qlocals', name: 'A' }],
  [
    'a value that is an object',
    'command',
    { command: 'define', qualifier: 'qlocal', name: 'A', parameters: { descr: {} } },
  ],
  [
    'an unknown attribute',
    'attribute',
    { command: 'define', qualifier: 'qlocal', name: 'A', parameters: { maxmsglen: 1 } },
  ],
  [
    'an attribute of another type',
    'attribute',
    { command: 'define', qualifier: 'qalias', name: 'A', parameters: { maxdepth: 1 } },
  ],
  [
    'more parameters than any command has',
    'command',
    {
      command: 'define',
      qualifier: 'qlocal',
      name: 'A',
      parameters: Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`p${index}`, 1])),
    },
  ],
  [
    'more values than a keyword takes',
    'command',
    { command: 'define', qualifier: 'qlocal', name: 'A', parameters: { descr: Array(600).fill('x') } },
  ],
  [
    'more response parameters than a command has',
    'command',
    { command: 'display', qualifier: 'qlocal', name: 'A', responseParameters: Array(600).fill('get') },
  ],
  [
    'an unknown response parameter',
    'attribute',
    { command: 'display', qualifier: 'qlocal', name: 'A', responseParameters: ['defopts'] },
  ],
  [
    'the type of a channel that is deleted',
    'attribute',
    { command: 'delete', qualifier: 'channel', name: 'C', parameters: { chltype: 'SDR' } },
  ],
  [
    'a condition that is none',
    'attribute',
    { command: 'display', qualifier: 'qlocal', name: '*', parameters: { where: "descr LK '" } },
  ],
] as const) {
  test(`does not know ${title}`, async (t) => {
    const { json } = openBench()
    const error = await t.throwsAsync(json(command), { instanceOf: MalformedCommandError })
    t.is(error?.part, part)
  })
}

test('names the attribute that was meant', async (t) => {
  const { json } = openBench()
  await t.throwsAsync(json({ command: 'display', qualifier: 'qlocal', name: 'A', responseParameters: ['curdept'] }), {
    message: `'CURDEPT' is not an attribute of DISPLAY QLOCAL - did you mean "CURDEPTH"?`,
  })
})

test('deletes a queue without its type, and never by the wrong one', async (t) => {
  const { run, json } = openBench()
  await run('DEFINE QALIAS(A) TARGET(B)')
  t.like(await json({ command: 'delete', qualifier: 'qlocal', name: 'A' }), { completionCode: 2 })
  t.like(await json({ command: 'delete', qualifier: 'queue', name: 'A' }), { completionCode: 0 })
})

test('a keyword that only text has is not what was meant', async (t) => {
  const command = { command: 'delete', qualifier: 'channel', name: 'C', parameters: { chltype: 'SDR' } }
  await t.throwsAsync(openBench().json(command), {
    message: /^'CHLTYPE' is not an attribute of DELETE CHANNEL(?!.*CHLTYPE)/,
  })
})
