/** Scripts, maps, style sheets and XML that are built to stop a worker: the worker stays, and serves other calls meanwhile. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import test from 'ava'
import { getToken } from '../_support/client.ts'
import { eventually } from '../_support/eventually.ts'
import { sharedProduct } from '../_support/shared-product.ts'

/** Between two ordinary calls, which would take the processor from what they are tested beside. */
const pauseMs = 10

const product = sharedProduct(test, { SLUICE_WORKERS: '1' })

const sheet = (body: string) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${body}</xsl:stylesheet>`
const script = (source: string) => ({ gatewayscript: { source } })
const map = (value: string) => ({
  map: {
    inputs: { input: { variable: 'message.body', content: 'application/json', schema: { type: 'object' } } },
    outputs: { output: { variable: 'message.body', content: 'application/json', schema: { type: 'object' } } },
    actions: [{ set: 'output.a', from: 'input.a', value }],
  },
})
const deep = (count: number) => `${'<a>'.repeat(count)}${'</a>'.repeat(count)}`
const bomb = `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}"><!ENTITY c "${'&b;'.repeat(1_000)}">]><a>&c;</a>`

/** The step, the body that is sent to it, and the statuses that are right. */
const hostile: Record<string, [step: object, body: string, statuses: readonly number[]]> = {
  'a script that never ends': [script('for (;;) {} // message.body'), '{}', [500]],
  'a script that takes memory': [
    script('const all = []; for (;;) all.push("x".repeat(100000) + all.length)'),
    '{}',
    [500],
  ],
  'a script that recurses': [script('(function next() { next() })()'), '{}', [500]],
  'a script with an expression that backtracks': [script('/^(a+)+$/.test("a".repeat(40) + "b")'), '{}', [500]],
  'a map that never ends': [map('(function () { for (;;) {} })()'), '{"a":1}', [500]],
  'a map that takes memory': [map('(function () { let a = "x"; for (;;) a += a })()'), '{"a":1}', [500]],
  'a style sheet that recurses': [
    {
      xslt: {
        input: true,
        source: sheet('<xsl:template match="/" name="t"><xsl:call-template name="t"/></xsl:template>'),
      },
    },
    '<a/>',
    [500],
  ],
  'a style sheet that never ends': [
    {
      xslt: {
        input: true,
        source: sheet(
          '<xsl:template match="/"><xsl:for-each select="//i"><xsl:for-each select="//i"><xsl:if test="sum(//i) &lt; 0"/></xsl:for-each></xsl:for-each></xsl:template>',
        ),
      },
    },
    `<a>${'<i>1</i>'.repeat(20_000)}</a>`,
    [500],
  ],
  'a body with entities that expand': [{ 'xml-to-json': {} }, bomb, [400]],
  'a style sheet over entities that expand': [{ xslt: { input: true, source: sheet('') } }, bomb, [400]],
  'XML with 200,000 levels': [{ 'xml-to-json': {} }, deep(200_000), [400, 500]],
  'a style sheet over 200,000 levels': [{ xslt: { input: true, source: sheet('') } }, deep(200_000), [400, 500]],
  'a parsed body of 4 MiB of lists': [
    { parse: {} },
    '['.repeat(2 * 1024 * 1024 - 1) + ']'.repeat(2 * 1024 * 1024 - 1),
    [200, 400, 413],
  ],
  'a body above 4 MiB': [{ 'json-to-xml': {} }, `"${'x'.repeat(4 * 1024 * 1024)}"`, [413]],
}

const steps = Object.values(hostile).map(([step], index) => ({
  operations: [{ verb: 'post', path: `/${index}` }],
  execute: [step],
}))
const api = {
  swagger: '2.0',
  info: { title: 'Hostile', 'x-ibm-name': 'hostile', version: '1.0.0' },
  basePath: '/hostile',
  paths: Object.fromEntries(
    steps.map((_, index) => [`/${index}`, { post: { responses: { 200: { description: 'OK' } } } }]),
  ),
  'x-ibm-configuration': { assembly: { execute: [{ 'operation-switch': { case: steps } }] } },
}

const send = (index: number, body: string) =>
  fetch(`${product.gateway}/acme/sandbox/hostile/${index}`, { method: 'POST', body })

test.serial('the documents load while the gateway runs', async (t) => {
  await writeFile(join(product.folder, 'apis/hostile.json'), JSON.stringify(api))
  await writeFile(
    join(product.folder, 'catalogs/sandbox/products/hostile.yaml'),
    'product: 1.0.0\ninfo: { name: hostile, title: Hostile, version: 1.0.0 }\napis: { hostile: { name: "hostile:1.0.0" } }\nplans: { default: { title: Default } }\n',
  )
  t.true(await eventually(async () => (await send(0, '{}')).status === 500 || undefined))
})

test.serial('each is stopped or refused, and the worker serves other calls meanwhile', async (t) => {
  const { access_token: token } = await getToken(product.gateway)
  const ordinary = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${product.gateway}/acme/sandbox/customerdb/v1/customers`, { headers })).status
  }
  let done = false
  const statuses = new Set<number>()
  let longest = 0
  const meanwhile = (async () => {
    while (!done) {
      const began = performance.now()
      statuses.add(await ordinary())
      longest = Math.max(longest, performance.now() - began)
      await pause(pauseMs)
    }
  })()
  for (const [index, [title, [, body, wanted]]] of Object.entries(hostile).entries()) {
    const { status } = await send(index, body)
    t.true(wanted.includes(status), `${title}: ${status}`)
  }
  done = true
  await meanwhile
  t.log(`the longest ordinary call took ${Math.round(longest)} ms`)
  t.deepEqual(
    [...statuses].filter((each) => each !== 200 && each !== 429),
    [],
  )
  t.notRegex(product.log(), /a worker died|"level":"fatal"/)
})
