/** Names of APIs in the settings of the policy `mcp`. */
import test, { type ExecutionContext } from 'ava'
import { openDocumentLoader } from '../../../../src/gateway/runtime/documents/open-documents.ts'
import { gatewayParts } from '../../_support/tables.ts'
import { folderWith, valid, writeFiles } from '../../config/_support/folder.ts'

const tools = (apis: string, more = '') => `openapi: 3.0.3
info: { title: Tools, version: 1.0.0, x-ibm-name: tools }
servers: [{ url: /tools }]
components:
  securitySchemes:
    oauth-1:
      type: oauth2
      x-ibm-oauth-provider: oauth
      flows: { password: { tokenUrl: "https://gateway.example/token", scopes: {} } }
security: [{ oauth-1: [] }]
paths: { /: { post: { responses: { "200": { description: x } } } } }
x-ibm-configuration: { assembly: { execute: [{ mcp: { apis: ${apis} } }] } }
${more}`

const product = valid['catalogs/sandbox/products/shop.yaml'].replace(
  'plans:',
  '  tools: { name: "tools:1.0.0" }\nplans:',
)

/** Returns the problems of the documents with a server for these APIs, also for a loader that knew another server. */
async function findProblems(t: ExecutionContext, apis: string, more = '') {
  const files = { 'catalogs/sandbox/products/shop.yaml': product, 'apis/tools.yaml': tools('[customers]') }
  const folder = await folderWith(t, files)
  const load = openDocumentLoader({ configFolder: folder, environment: {} }, gatewayParts, { sandbox: true })
  t.deepEqual((await load()).problems, [])
  await writeFiles(folder, { 'apis/tools.yaml': tools(apis, more) })
  const { config, problems } = await load()
  const again = openDocumentLoader({ configFolder: folder, environment: {} }, gatewayParts, { sandbox: true })
  t.deepEqual((await again()).problems, problems)
  return { config, texts: problems.map(({ severity, message }) => `${severity}: ${message}`) }
}

for (const [apis, expected] of [
  ['[customers]', []],
  ['[custmers]', ['warning: apis names "custmers", which no plan of the catalog has - did you mean "customers"?']],
  ['[customers, "customers:1.0.0"]', [/"customers:1\.0\.0", which no plan/]],
  ['[tools, customers]', [/apis names the API "tools" itself/]],
  ['[zebra, tools]', [/"zebra", which no plan/, /"tools" itself/]],
] as const)
  test(`a server for the APIs ${apis} has ${expected.length} warnings`, async (t) => {
    const { config, texts } = await findProblems(t, apis)
    t.truthy(config)
    t.is(texts.length, expected.length, texts.join('\n'))
    for (const each of expected) {
      if (typeof each === 'string') t.true(texts.includes(each), texts.join('\n'))
      else
        t.true(
          texts.some((text) => each.test(text)),
          texts.join('\n'),
        )
    }
  })

test('in a strict document such a name is an error', async (t) => {
  const { config, texts } = await findProblems(t, '[nowhere]', 'x-sluice: { strict: true }\n')
  t.is(config, undefined)
  t.regex(texts.join('\n'), /^error: apis names "nowhere"/)
})
