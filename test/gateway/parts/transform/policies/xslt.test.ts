import test, { type ExecutionContext } from 'ava'
import { xsltPolicy } from '../../../../../src/gateway/parts/transform/policies/xslt.ts'
import { valid } from '../../../config/_support/folder.ts'
import { api, catalog, config, operation, step } from '../../../data-plane/_support/documents.ts'
import { findProblemLines } from '../../../data-plane/_support/loaded.ts'
import { startGateway } from '../../../data-plane/_support/servers.ts'

const sheet = (body: string, head = '') =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${head}${body}</xsl:stylesheet>`
const root = (text: string) => `<xsl:template match="/">${text}</xsl:template>`
const plain = '<xsl:output omit-xml-declaration="yes"/>'

async function serve(t: ExecutionContext, source: string, more: object = {}) {
  const assembly = { execute: [step('xslt', { input: true, source, ...more })], catch: [], finally: [] }
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const gateway = await startGateway(config(catalog([api('http://127.0.0.1:9', { operations, assembly })])))
  t.teardown(() => gateway.close())
  const call = (body: string) =>
    fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/xml' },
    })
  return Object.assign(call, { recordOf: gateway.recordOf })
}

test('a style sheet transforms the body: templates, sorting, numbers, EXSLT', async (t) => {
  const call = await serve(
    t,
    sheet(
      root(
        '<o><xsl:for-each select="//i"><xsl:sort select="." data-type="number"/><v n="{position()}"><xsl:value-of select="format-number(., \'#,##0.00\')"/></v></xsl:for-each><xsl:value-of select="math:max(//i)" xmlns:math="http://exslt.org/math"/></o>',
      ),
      plain,
    ),
  )
  const response = await call('<a><i>3</i><i>1234.5</i><i>2</i></a>')
  t.is(response.headers.get('content-type'), 'application/xml')
  t.regex(await response.text(), /<v n="1">2\.00<\/v><v n="2">3\.00<\/v><v n="3">1,234\.50<\/v>1234\.5<\/o>/)
})

test('calls after each other see nothing of each other', async (t) => {
  const call = await serve(t, sheet(root('<o><xsl:copy-of select="/a/*"/></o>'), plain))
  for (const each of ['<b>1</b>', '<c/>', '<d>é €</d>'])
    t.is((await (await call(`<a>${each}</a>`)).text()).trim(), `<o>${each}</o>`)
})

test('a style sheet without input makes a message, in its media type', async (t) => {
  const call = await serve(t, sheet(root('a &lt; b'), '<xsl:output method="text"/>'), { input: false })
  const response = await call('not XML')
  t.is(response.headers.get('content-type'), 'text/plain')
  t.is(await response.text(), 'a < b')
})

for (const [title, source, body, status, detail] of [
  ['a body that is not XML', sheet(root('<o/>')), '{"a":1}', 400, undefined],
  [
    'entity expansion',
    sheet(root('<o/>')),
    `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><a>&b;</a>`,
    400,
    undefined,
  ],
  [
    'an external entity',
    sheet(root('<o/>')),
    '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>',
    400,
    undefined,
  ],
  ['a function that does not exist', sheet(`${root('<xsl:value-of\nselect="nothing()"/>')}`), '<a/>', 500, /nothing/],
  [
    'xsl:message with terminate',
    sheet(root('<xsl:message terminate="yes">no order</xsl:message>')),
    '<a/>',
    500,
    /no order/,
  ],
  [
    'endless recursion',
    sheet('<xsl:template match="/" name="t"><xsl:call-template name="t"/></xsl:template>'),
    '<a/>',
    500,
    /recurs|deep/,
  ],
  ['a document that is too deep', sheet(root('<o/>')), `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`, 400, undefined],
] as const) {
  test(`${title} is ${status}, and the next call is served`, async (t) => {
    const call = await serve(t, source)
    const response = await call(body)
    t.is(response.status, status)
    if (detail) t.regex((await call.recordOf(response)).detail ?? '', detail)
    const other = await serve(t, sheet(root('<o/>'), plain))
    t.is((await (await other('<a/>')).text()).trim(), '<o/>')
  })
}

test.serial(
  'a transformation that does not end is stopped at its limit, and the thread of calls stays free',
  async (t) => {
    const loop = sheet(
      `<xsl:template match="/"><xsl:for-each select="//i"><xsl:for-each select="//i"><xsl:for-each select="//i"><xsl:if test="sum(//i) &lt; 0"><a/></xsl:if></xsl:for-each></xsl:for-each></xsl:for-each></xsl:template>`,
    )
    const call = await serve(t, loop, { 'time-limit': 1_000 })
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
    const response = await call(`<a>${'<i>1</i>'.repeat(20_000)}</a>`)
    const { user, system } = process.threadCpuUsage(own)
    const total = process.cpuUsage(all)
    t.is(response.status, 500)
    t.regex((await call.recordOf(response)).detail ?? '', /more than 1000 ms/)
    t.true((user + system) / (total.user + total.system) < 0.35, `${user} µs of ${total.user}`)
  },
)

test('memory is limited', async (t) => {
  const grow = sheet(
    '<xsl:template match="/"><xsl:call-template name="t"><xsl:with-param name="s" select="string(/a)"/><xsl:with-param name="n" select="18"/></xsl:call-template></xsl:template><xsl:template name="t"><xsl:param name="s"/><xsl:param name="n"/><xsl:choose><xsl:when test="$n &gt; 0"><xsl:call-template name="t"><xsl:with-param name="s" select="concat($s, $s)"/><xsl:with-param name="n" select="$n - 1"/></xsl:call-template></xsl:when><xsl:otherwise><xsl:value-of select="string-length($s)"/></xsl:otherwise></xsl:choose></xsl:template>',
  )
  const call = await serve(t, grow)
  t.is((await call(`<a>${'x'.repeat(10_000)}</a>`)).status, 500)
  const other = await serve(t, sheet(root('<o/>'), plain))
  t.is((await other('<a/>')).status, 200)
})

/** Returns the problems of a document whose first policy has this style sheet. */
const problemsOf = (t: ExecutionContext, source: string) =>
  findProblemLines(t, {
    ...valid,
    'apis/customers.yaml': valid['apis/customers.yaml'].replace(
      /( +)- invoke:/,
      (line, blanks: string) => `${blanks}- xslt: { input: true, source: ${JSON.stringify(source)} }\n${line}`,
    ),
  })

for (const [title, source, expected] of [
  ['text that is not XML', '<xsl:stylesheet>\n<a></xsl:stylesheet>', /line 2 of it: .*mismatch|line 1 of it/],
  ['an unknown instruction', sheet(root('\n<xsl:vale-of select="a"/>')), /line 2 of it: .*vale-of/],
  ['a pattern that is not valid', sheet('<xsl:template match="a["/>'), /failed to compile|expected/],
  ['no style sheet', '<a/>', /document is not a stylesheet/],
  ['a file that it includes', sheet(`<xsl:include href="file:///etc/passwd"/>${root('')}`), /failed to load/],
] as const) {
  test(`${title} is an error of the document with the line`, async (t) => {
    const lines = await problemsOf(t, source)
    t.true(
      lines.some(
        (line) => /^apis\/customers\.yaml:\d+:\d+ the style sheet cannot be compiled/.test(line) && expected.test(line),
      ),
      lines.join('\n'),
    )
  })
}

test('functions of the appliance are an error of a strict document', async (t) => {
  const source = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:dp="http://www.datapower.com/extensions">${root('<xsl:value-of select="dp:variable(\'a\')"/>')}</xsl:stylesheet>`
  const lines = await problemsOf(t, source)
  t.true(
    lines.some((line) => /which only the appliance has/.test(line)),
    lines.join('\n'),
  )
})

test('a style sheet of version 2.0 is a warning', async (t) => {
  const lines = await problemsOf(t, sheet(root('<a/>')).replace('1.0', '2.0'))
  t.true(
    lines.some((line) => /warning: .*processed as XSLT 1\.0/.test(line)),
    lines.join('\n'),
  )
})

test('input is false by default, as in the product', (t) => {
  t.is(
    (xsltPolicy.settings as unknown as { properties: { input: { default: boolean } } }).properties.input.default,
    false,
  )
})

test('the result is UTF-8 and says so, also where the style sheet names another encoding', async (t) => {
  const output = '<xsl:output encoding="ISO-8859-1"/>'
  const source = `<?xml version="1.0" encoding="ISO-8859-1"?>${sheet(root('<o>ü<xsl:value-of select="a"/></o>'), output)}`
  const response = await (await serve(t, source))('<a>é€</a>')
  t.is((await response.text()).trim(), '<?xml version="1.0" encoding="UTF-8"?>\n<o>üé€</o>')
})
