import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readAssignedProperties, readSettings } from '../../../../src/mq/web/settings/read.ts'
import { MqwebSettingsError } from '../../../../src/mq/web/settings/settings.ts'

const environment = { MQWEB_LTPA_SUFFIX: '42', PLACE: 'sub' }

/** Reads the first of some files by their names. */
function read(t: ExecutionContext, files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'mqweb-include-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const [name, inner] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(
      join(folder, name),
      inner.startsWith('<?') || inner.startsWith('!') ? inner.slice(1) : `<server>\n${inner}\n</server>`,
    )
  }
  const [[file = '', inner = '']] = Object.entries(files) as [[string, string]]
  const options = { file, folder, environment }
  return { settings: () => readSettings(`<server>\n${inner}\n</server>`, options), options, inner }
}

function problemsOf(t: ExecutionContext, files: Record<string, string>): readonly string[] {
  return t.throws(() => read(t, files).settings(), { instanceOf: MqwebSettingsError })?.problems ?? []
}

const variable = (value: number) => `<variable name="ltpaExpiration" value="${value}"/>`

for (const [policy, around, expected] of [
  ['', 'before', 2],
  ['', 'after', 1],
  [' onConflict="merge"', 'before', 2],
  [' onConflict="REPLACE"', 'before', 2],
  [' onConflict="REPLACE"', 'after', 2],
  [' onConflict="IGNORE"', 'before', 1],
  [' onConflict="IGNORE"', 'after', 1],
] as const) {
  test(`a variable that stands ${around} the include${policy} is ${expected === 1 ? 'kept' : 'overridden'}`, (t) => {
    const include = `<include location="other.xml"${policy}/>`
    const main = around === 'before' ? variable(1) + include : include + variable(1)
    const { settings } = read(t, { 'main.xml': main, 'other.xml': variable(2) }).settings()
    t.is(settings.properties.ltpaExpiration, expected)
  })
}

test('users of one registry and roles of one application may stand in several files', (t) => {
  const { settings } = read(t, {
    'main.xml': `<include location="\${env.PLACE}/users.xml"/>
      <basicRegistry id="basic" realm="r"><user name="a" password="x"/></basicRegistry>
      <enterpriseApplication id="com.ibm.mq.rest"><application-bnd>
        <security-role name="MQWebAdmin"><user name="a"/></security-role></application-bnd></enterpriseApplication>`,
    'sub/users.xml': `<include location="more.xml"/>
      <basicRegistry id="basic"><user name="b" password="x"/></basicRegistry>
      <enterpriseApplication id="com.ibm.mq.rest"><application-bnd>
        <security-role name="MQWebUser"><user name="b"/></security-role></application-bnd></enterpriseApplication>`,
    'sub/more.xml': '<basicRegistry id="basic"><user name="c" password="x"/></basicRegistry>',
  }).settings()
  const { registry, bindings } = settings.security
  t.is(registry?.realm, 'r')
  t.deepEqual(registry?.type === 'basic' ? [...registry.users.keys()].sort() : [], ['a', 'b', 'c'])
  t.deepEqual(bindings.rest.map(({ role }) => role).sort(), ['MQWebAdmin', 'MQWebUser'])
})

test('a file that is optional may be missing', (t) => {
  t.notThrows(() => read(t, { 'main.xml': '<include location="none.xml" optional="true"/>' }).settings())
})

for (const [title, files, problem] of [
  [
    'a missing file',
    { 'main.xml': '<include location="none.xml"/>' },
    /^main\.xml:2 <include>: none\.xml cannot be read: there is no such file/,
  ],
  ['no location', { 'main.xml': '<include/>' }, /^main\.xml:2 <include> needs the attribute "location"/],
  ['a URL', { 'main.xml': '<include location="http://x/y.xml"/>' }, /^main\.xml:2 .*only files can be included/],
  [
    'another policy',
    { 'main.xml': '<include location="a.xml" onConflict="WIN"/>', 'a.xml': '' },
    /^main\.xml:2 .*MERGE, REPLACE, IGNORE, found "WIN"/,
  ],
  [
    'an unknown variable',
    { 'main.xml': `<include location="\${x}.xml"/>` },
    /^main\.xml:2 <include location>: \$\{x\} names a variable that does not exist/,
  ],
  [
    'a file that includes itself',
    { 'main.xml': '<include location="main.xml"/>' },
    /^main\.xml:2 .*main\.xml > main\.xml/,
  ],
  [
    'a circle',
    {
      'main.xml': '<include location="a.xml"/>',
      'a.xml': '<include location="b.xml"/>',
      'b.xml': '\n<include location="a.xml"/>',
    },
    /^b\.xml:3 .*a\.xml > b\.xml > a\.xml/,
  ],
  [
    'a value in an included file',
    { 'main.xml': '<include location="a/b.xml"/>', 'a/b.xml': '\n\n<variable name="httpsPort" value="x"/>' },
    /^a\/b\.xml:4 httpsPort must be/,
  ],
  [
    'an included file that is no XML',
    { 'main.xml': '<include location="a.xml"/>', 'a.xml': '!\n<server>' },
    /^a\.xml:\d/,
  ],
  [
    'another outer element',
    { 'main.xml': '<include location="a.xml"/>', 'a.xml': '!<client/>' },
    /^a\.xml:1 the root element must be <server>, found <client>/,
  ],
  [
    'a second registry',
    { 'main.xml': '<include location="a.xml"/>\n<ldapRegistry/>', 'a.xml': '<basicRegistry/>' },
    /^main\.xml:3 only one registry can be configured, and a\.xml:2 has one/,
  ],
] as [string, Record<string, string>, RegExp][]) {
  test(`places the problem of ${title}`, (t) => {
    t.true(
      problemsOf(t, files).some((each) => problem.test(each)),
      problemsOf(t, files).join('\n'),
    )
  })
}

test('files that multiply are refused', (t) => {
  const twice = (name: string) => `<include location="${name}"/>\n`.repeat(4)
  const problems = problemsOf(t, {
    'main.xml': twice('a.xml'),
    'a.xml': twice('b.xml'),
    'b.xml': twice('c.xml'),
    'c.xml': twice('d.xml'),
    'd.xml': '',
  })
  t.is(problems.length, 1)
  t.regex(problems[0] ?? '', /more than 100 files/)
})

test('the properties of a file whose registry is not supported can be read', (t) => {
  const { options, inner, settings } = read(t, {
    'main.xml': '<safRegistry id="saf"/><variable name="httpsPort" value="nonsense"/><include location="a.xml"/>',
    'a.xml': variable(7),
  })
  t.throws(settings, { instanceOf: MqwebSettingsError })
  const assigned = readAssignedProperties(`<server>${inner}</server>`, options)
  t.deepEqual(
    [...assigned],
    [
      ['httpsPort', 'nonsense'],
      ['ltpaExpiration', '7'],
    ],
  )
})
