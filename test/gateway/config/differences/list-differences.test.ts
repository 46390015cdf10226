import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import {
  type PolicyDifference,
  policyDifferences,
} from '../../../../src/gateway/config/differences/policy-differences.ts'
import { listDifferences, renderDifferences } from '../../../../src/gateway/config/index.ts'
import { loadDocuments } from '../../../../src/gateway/runtime/documents/open-documents.ts'
import { gatewayParts, typeTables } from '../../_support/tables.ts'
import { folderWith, valid } from '../_support/folder.ts'

const api = 'apis/customers.yaml'

/** Lists what an API does whose assembly begins with these lines of YAML. The first is line 19 of the document. */
async function listWith(t: ExecutionContext, steps: readonly string[], fromApic = false) {
  const text = valid[api]
    .replace('execute:\n', `execute:\n${steps.map((each) => `      ${each}\n`).join('')}`)
    .replace('strict: true', 'strict: false')
  const configFolder = await folderWith(t, { [api]: text })
  const { config, problems } = await loadDocuments({ configFolder, environment: {} }, gatewayParts, {})
  const differences = listDifferences([api], problems, fromApic ? config : undefined)
  return { differences, lines: renderDifferences(differences) }
}

test('the guide has the table of the code', async (t) => {
  const guide = await readFile('docs/guides/from-api-connect.md', 'utf8')
  const rows = Object.entries(policyDifferences).map(([names, each]) => `${renderRow(names, each)}\n`)
  const table = `| policy | does less | cannot |\n|---|---|---|\n${rows.join('')}`
  t.true(guide.includes(`\n${table}\n`), `docs/guides/from-api-connect.md must have this table:\n\n${table}`)
})

function renderRow(names: string, { less = '', cannot = '' }: PolicyDifference): string {
  const shown = names.split(', ').map((each) => (each.includes(' ') ? each : `\`${each}\``))
  return `| ${shown.join(', ')} | ${less} | ${cannot} |`
}

test('each policy that does less is one of this gateway', (t) => {
  const known = new Set([...typeTables.policies.map(({ policy }) => policy), 'oauth'])
  const listed = Object.entries(policyDifferences).flatMap(([names, { less }]) => (less ? names.split(', ') : []))
  t.deepEqual(
    listed.filter((each) => !known.has(each)),
    [],
  )
})

const samples: readonly (readonly [policy: string, effect: 'less' | 'cannot', line: number, steps: string[]])[] = [
  ['invoke', 'less', 19, ["- invoke: { target-url: 'https://a.example', decode-request-params: true }"]],
  ['proxy', 'less', 19, ["- proxy: { target-url: 'https://a.example', no-such-member: true }"]],
  ['gatewayscript', 'less', 19, ['- gatewayscript: { source: \'const a = context.get("message.body"); a.b.c = 1\' }']],
  [
    'xslt',
    'cannot',
    20,
    [
      '- xslt:',
      `    source: '<xsl:stylesheet version="1.0" ${namespaces()}><dp:set-variable name="a"/></xsl:stylesheet>'`,
    ],
  ],
  ['ratelimit', 'cannot', 19, ['- ratelimit: { source: gateway-named, rate-limit: [{ name: a }] }']],
  ['ratelimit', 'cannot', 19, ['- ratelimit: { source: plan-default, count-limit: [{ name: a }] }']],
  ['parse', 'cannot', 19, ['- parse: { parse-settings-reference: { url: https://a.example/s } }']],
  ['redact', 'cannot', 19, ["- redact: { actions: [{ action: remove, from: [request], path: '$.a[?(@.b)]' }] }"]],
  ['user-security', 'cannot', 19, ['- user-security: { extract-identity-method: html-form }']],
  [
    'user-security',
    'cannot',
    19,
    ['- user-security: { extract-identity-method: redirect, user-auth-method: user-registry }'],
  ],
  ['validate', 'cannot', 19, ['- validate: { validate-against: url, json-schema: https://a.example/s.json }']],
  ['validate', 'cannot', 19, ['- validate: { input: message, output: other, validate-against: body-param }']],
  [
    'websocket-upgrade',
    'cannot',
    19,
    [
      "- websocket-upgrade: { target-url: 'https://a.example', request-assembly: { execute: [{ throw: { name: a } }] } }",
    ],
  ],
  ['oauth', 'cannot', 19, ['- oauth: { title: oauth }']],
  ['extract', 'cannot', 19, ['- extract: { root: request.headers, extracts: [{ capture: $.a, transform: a }] }']],
  ['graphql-execute', 'cannot', 19, ['- graphql-execute: { target-url: https://a.example }']],
  ['policies of users', 'cannot', 19, ['- of-the-customer: { title: own }']],
]

function namespaces(): string {
  return 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:dp="http://www.datapower.com/extensions"'
}

for (const [policy, effect, line, steps] of samples) {
  test(`the list names the line of what is different: ${policy} (${steps[0]})`, async (t) => {
    const { differences, lines } = await listWith(t, steps)
    t.deepEqual(differences.asWritten, [])
    t.deepEqual(
      differences[effect].map((each) => `${each.file}:${each.line}`),
      [`${api}:${line}`],
    )
    t.true(lines.includes(effect === 'less' ? 'does less:' : 'cannot:'))
  })
}

test('a policy that always does less is a line with its first place and its number', async (t) => {
  const { lines } = await listWith(t, ['- html-page: { source: a }', '- html-page: { source: b }'], true)
  t.true(lines.includes(`${api}:19:9 warning: html-page: variables are escaped (2 times in all documents)`))
})
