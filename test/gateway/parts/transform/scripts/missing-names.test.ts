import test from 'ava'
import { findMissingNames } from '../../../../../src/gateway/parts/transform/scripts/missing-names.ts'

const scope = {
  constants: new Map([
    ['api.properties.url', 'x'],
    ['api.name', 'shop'],
  ]),
  assigned: new Set(['oauth.processing.extra', 'client.note']),
  pathParameters: new Set<string>(),
  queryParameters: new Set<string>(),
}
const linesOf = (source: string) =>
  findMissingNames(source, scope).map(({ line, message, effect }) => `${line} ${effect}: ${message}`)

const rows: readonly (readonly [title: string, source: string, expected: string[]])[] = [
  [
    'a name of the gateway that nothing sets',
    `// context.get('api.nope')\nconst a = context.get('api.document.x')\nget("client.app.secret")`,
    [
      '2 less: reads "api.document.x", which has no value here: it is undefined',
      '3 less: reads "client.app.secret", which has no value here: it is undefined - did you mean "client.app.type"?',
    ],
  ],
  [
    'a part of a message',
    `apim.getvariable('message.nope')`,
    ['1 less: reads "message.nope", which has no value here: it is undefined - did you mean "message.body"?'],
  ],
  [
    'the object _',
    'var all = _.api',
    ['1 cannot: uses _, which is not defined here: read the variables of the gateway by their names, such as api.name'],
  ],
  [
    'a global of another engine',
    'if (true) {\n  fetch("http://x")\n}',
    ['2 cannot: uses fetch, which is not defined here: use require("urlopen")'],
  ],
  [
    'the buffers of the body of version 5',
    'const bytes = request.body.item(0).toBuffer()',
    ['1 cannot: uses request.body.item, which is not defined here: use apim.readInputAsBuffer'],
  ],
  [
    'a class of another engine',
    'const at = new URL(x)',
    ['1 cannot: uses URL, which is not defined here: use require("url")'],
  ],
]
for (const [title, source, expected] of rows)
  test(`names ${title} with its line`, (t) => t.deepEqual(linesOf(source), expected))

const known = [
  `context.get('api.name') + context.get('api') + context.get('request.headers.x') + context.get('message.body.a')`,
  `context.get('request.parameters.id') + context.get('client.app.name') + context.get('client.note')`,
  `context.get('my.own.variable') + context.get('api.properties.other') + context.get('oauth.processing.extra')`,
  `const _ = require('apim'); _.getvariable('request.verb')`,
  `const urlopen = require('urlopen'); urlopen.open({}, () => {})`,
  `let hm, sm; hm = require('header-metadata'); hm.current.get('x')`,
  `const { parse, URL } = require('url'); new URL('x')`,
  `function use(fetch) { fetch('x') }`,
  `if (typeof process !== 'undefined') process.exit()`,
  `console.log('fetch(x) and process.env')`,
  `a.fetch(); this.process.x`,
]
for (const source of known) test(`says nothing about ${source}`, (t) => t.deepEqual(linesOf(source), []))

test('of a script with 50,000 of them, 20 are told', (t) => {
  const source = Array.from({ length: 50_000 }, (_, index) => `get('api.x${index}')`).join('\n')
  t.is(findMissingNames(source, scope).length, 20)
})
