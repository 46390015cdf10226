import test from 'ava'
import type { Files } from '../config/_support/folder.ts'
import { findProblemLines, serve } from './_support/loaded.ts'

const place = 'apis/customers.yaml'

/** An open API whose assembly has these steps. */
function api(steps: string, rest = ''): Files {
  return {
    [place]: `swagger: "2.0"
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
basePath: /customers/v1
paths:
  /list: { get: { responses: {} } }
  /other: { get: { responses: {} } }
x-ibm-configuration:
  assembly:
    execute:
${steps.replaceAll(/^/gm, '      ')}
${rest}`,
  }
}

const call = '/acme/sandbox/customers/v1/list'

for (const [title, target, detail] of [
  ['an undefined variable', '$(nowhere)/x', '$(nowhere) is neither a property nor a variable'],
  [
    'an unknown parameter',
    '"https://api.example/{league}"',
    'target-url has {league}, which is not a path or query parameter',
  ],
  ['an empty target', '""', 'target-url is empty'],
] as const) {
  test(`a call that needs ${title} gets status 500, and its record says why`, async (t) => {
    const gateway = await serve(t, api(`- invoke: { target-url: ${target} }`))
    const response = await fetch(gateway.url + call)
    t.is(response.status, 500)
    t.like(await response.json(), { moreInformation: 'The API is not configured completely' })
    const record = await gateway.recordOf(response)
    t.is(record.reason, 'value_undefined')
    t.true(record.detail?.startsWith(detail), record.detail)
    t.true(record.place?.startsWith(place), record.place)
  })
}

test('calls that need no undefined value are served', async (t) => {
  const steps = `- operation-switch:
    case:
      - operations: [{ verb: get, path: /list }]
        execute: [{ throw: { name: listed } }]
    otherwise: [{ invoke: { target-url: $(nowhere) } }]`
  const gateway = await serve(t, api(steps, ''))
  const served = await fetch(gateway.url + call)
  t.is((await gateway.recordOf(served)).reason, 'thrown')
  const rejected = await fetch(gateway.url + call.replace('list', 'other'))
  t.is((await gateway.recordOf(rejected)).reason, 'value_undefined')
})

test('a clause of catch may handle the error under the name PropertyError', async (t) => {
  const files = api(
    '- invoke: { target-url: $(nowhere) }',
    '    catch:\n      - errors: [PropertyError]\n        execute: [{ set-variable: { actions: [{ set: message.body, value: caught }] } }]\n',
  )
  const gateway = await serve(t, files)
  t.is(await (await fetch(gateway.url + call)).text(), 'caught')
})

test('each value that is not defined is one warning, with its place', async (t) => {
  const lines = await findProblemLines(t, api('- invoke: { target-url: "https://api.example/{league}" }'))
  const [warning] = lines.filter((line) => line.includes('{league}'))
  t.true(warning?.startsWith(`${place}:10:31 warning: target-url has {league}`), lines.join('\n'))
  t.true(warning?.endsWith('a call that needs it is rejected with status 500'), warning)
  const named = await findProblemLines(t, api('- invoke: { target-url: $(nowhere) }'))
  t.is(named.filter((line) => line.includes('$(nowhere)')).length, 1, named.join('\n'))
})

test('in a strict document they are errors', async (t) => {
  const lines = await findProblemLines(
    t,
    api('- invoke: { target-url: "https://api.example/{league}" }', 'x-sluice: { strict: true }\n'),
  )
  t.true(
    lines.some((line) => line.startsWith(`${place}:10:31 target-url has {league}`)),
    lines.join('\n'),
  )
})

test('an operation that operation-switch names and the API lacks is a warning', async (t) => {
  const steps = '- operation-switch: { case: [{ operations: [absent], execute: [] }] }\n- throw: { name: x }'
  const lines = await findProblemLines(t, api(steps))
  t.true(
    lines.some((line) => line.includes('warning: operation-switch names "absent", which the API does not define')),
    lines.join('\n'),
  )
})

for (const [title, steps, expected] of [
  [
    'a name in a condition that nothing sets',
    `- if: { condition: "nowhere = 'a'", execute: [] }`,
    'without a value: nowhere is neither a property nor a variable',
  ],
  [
    'a module that scripts do not have',
    `- gatewayscript: { source: "var soap = require('soap')" }`,
    "require('soap') fails at a call: the modules here are apim,",
  ],
] as const) {
  test(`${title} is a warning with its line`, async (t) => {
    const lines = await findProblemLines(t, api(steps))
    const line = lines.find((each) => each.includes(expected))
    t.regex(line ?? lines.join('\n'), /^apis\/customers\.yaml:\d+:\d+ warning: /)
  })
}

test('a name in a condition of a strict document that nothing sets is an error', async (t) => {
  const strict = api(`- if: { condition: "nowhere = 'a'", execute: [] }`, 'x-sluice: { strict: true }')
  const lines = await findProblemLines(t, strict)
  t.true(
    lines.some((each) => /nowhere/.test(each) && !each.includes('warning')),
    lines.join('\n'),
  )
})
