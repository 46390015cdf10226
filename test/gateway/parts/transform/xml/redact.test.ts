import test from 'ava'
import { redactText, redactValue } from '../../../../../src/gateway/parts/transform/xml/redact.ts'
import { parseFieldPath } from '../../../../../src/gateway/parts/transform/xml/redact-paths.ts'

const json = '{"user":{"name":"ada","password":"x","cards":[{"no":1},{"no":2}]},"log":{"password":{"old":"y"}}}'
const xml =
  '<s:doc xmlns:s="urn:s"><user id="1"><name>ada</name><password>x</password></user><password>y</password></s:doc>'

function redact(text: string, path: string, removes = false): string {
  const steps = parseFieldPath(path)
  if (!steps) throw new Error(`no path: ${path}`)
  return redactText(text, [{ steps, removes }])
}

for (const [path, expected] of [
  ['$.user.password', json.replace('"x"', '"******"')],
  ['user.cards.no', json.replace('1}', '"******"}').replace('2}', '"******"}')],
  ['user.cards[1].no', json.replace('2}', '"******"}')],
  ['**.password', json.replace('"x"', '"******"').replace('{"old":"y"}', '"******"')],
  ['//password', json.replace('"x"', '"******"').replace('{"old":"y"}', '"******"')],
  ["//*[@name='user']/*[@name='name']", json.replace('"ada"', '"******"')],
  ["/json:object[@name='user']/json:string[@name='name']", json.replace('"ada"', '"******"')],
  ['user.`password`', json.replace('"x"', '"******"')],
  ['user.absent.more', json],
] as const) {
  test(`${path} masks fields of JSON`, (t) => t.is(redact(json, path), expected))
}

test('fields of JSON are removed', (t) => {
  t.is(redact(json, '**.password', true), '{"user":{"name":"ada","cards":[{"no":1},{"no":2}]},"log":{}}')
  t.is(redact('{"a":[1,2,3]}', 'a[1]', true), '{"a":[1,3]}')
})

for (const [path, expected] of [
  ['/s:doc/user/password', xml.replace('x<', '******<')],
  ['//password', xml.replace('x<', '******<').replace('y<', '******<')],
  ['/doc/user/@id', xml.replace('"1"', '"******"')],
  ["//*[local-name()='name']/text()", xml.replace('ada', '******')],
] as const) {
  test(`${path} masks elements of XML`, (t) => t.is(redact(xml, path), expected))
}

test('elements of XML are removed', (t) => {
  t.is(redact(xml, '//password', true), '<s:doc xmlns:s="urn:s"><user id="1"><name>ada</name></user></s:doc>')
})

for (const path of ['$sum(a.b)', 'a[b=1]', 'a.{"b": c}', '/a[b]/c', '/a/following::b', '']) {
  test(`"${path}" is no path to a field`, (t) => t.is(parseFieldPath(path), undefined))
}

for (const path of ['**.a.**.a.**.p', '**.*.**.p', '//a//a//p', '**.a[0].**.a[0].**.p']) {
  test(`${path} visits each member of a deep body once`, (t) => {
    let reads = 0
    const steps = (parseFieldPath(path) ?? []).map(({ name, ...rest }) => ({
      ...rest,
      get name() {
        reads += 1
        return name
      },
    }))
    const depth = 300
    const list = path.includes('[')
    const [open, close] = list ? ['{"a":[', ']}'] : ['{"a":', '}']
    const body = JSON.parse(`${open.repeat(depth)}{"p":1}${close.repeat(depth)}`)
    t.true(JSON.stringify(redactValue(body, [{ steps, removes: false }])).includes('"p":"******"'))
    t.true(reads <= 2 * steps.length * (depth + 1), `${reads} comparisons`)
    reads = 0
    redactText(`${'<a>'.repeat(90)}<p>1</p>${'</a>'.repeat(90)}`, [{ steps, removes: false }])
    t.true(reads <= 4 * steps.length * 92, `${reads} comparisons`)
  })
}
