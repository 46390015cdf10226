import { readFileSync } from 'node:fs'
import test from 'ava'
import {
  type PropertyName,
  parseProperty,
  propertyNames,
  propertyTable,
} from '../../../../src/mq/web/settings/properties.ts'

/** Returns the default without the reference to a variable. */
const defaultOf = (name: PropertyName) => propertyTable[name].default.replace(/\$\{.*\}$/, '2')

const documentation = readFileSync('docs/mqwebuser.md', 'utf8')

for (const name of propertyNames) {
  test(`${name} is documented, and its default is a value that it takes`, (t) => {
    t.true(documentation.includes(`\`${name}\``))
    t.notThrows(() => parseProperty(name, defaultOf(name)))
  })
}

for (const [name, value, parsed] of [
  ['httpPort', '-1', -1],
  ['secureLtpa', 'false', false],
  ['mqRestMessagingFullPoolBehavior', 'block', 'block'],
  ['httpHost', '*', '*'],
] as const) {
  test(`reads ${name} from "${value}"`, (t) => {
    t.is(parseProperty(name, value), parsed)
  })
}

for (const [name, value, message] of [
  ['httpPort', '-2', 'httpPort must be a whole number from -1 to 65535, found "-2"'],
  ['httpPort', '1e3', 'httpPort must be a whole number from -1 to 65535, found "1e3"'],
  ['secureLtpa', 'TRUE', 'secureLtpa must be true or false, found "TRUE"'],
  [
    'mqRestMessagingFullPoolBehavior',
    'wait',
    'mqRestMessagingFullPoolBehavior must be one of overflow, error, block, found "wait"',
  ],
] as const satisfies readonly (readonly [PropertyName, string, string])[]) {
  test(`refuses ${name} as "${value}"`, (t) => {
    t.throws(() => parseProperty(name, value), { message })
  })
}

/** By property: values that it takes, before those that it refuses. */
const texts: Partial<Record<PropertyName, readonly [taken: readonly string[], refused: readonly string[]]>> = {
  httpHost: [
    ['*', '::1', '10.1.2.3', 'mq.example.com', 'mq_1'],
    ['', 'bad host!', 'a..b', '-a', '300.1.1.1', '[::1]', 'a:80', 'a'.repeat(64)],
  ],
  ltpaCookieName: [
    ['LtpaToken2', "a!#$%&'*+-.^_`|~9"],
    ['', 'a b', 'a=b', 'a,b', 'a/b', '(a)'],
  ],
  managementMode: [['externallyprovisioned'], ['', 'Standard']],
  mqConsoleFrameAncestors: [
    ['', "'self'", 'https:', 'https://*.a.example:*  http://[::1]:80', 'a.example:8443', '*'],
    ["'unsafe-inline'", 'data:', 'https://a/b', 'https://a:99999', 'https://[a]', 'x y,z', 'a*', 'x; script-src *'],
  ],
  mqRestCorsAllowedOrigins: [
    ['', '*', 'https://a.example, HTTP://b.example:8080'],
    [
      'a.example',
      'https://a.example/',
      'https://a.example/b',
      'https://a.example:443',
      'null',
      'https://a,',
      'ftp://a',
    ],
  ],
  mqRestGatewayQmgr: [
    ['', 'QM_1.a/b%'],
    ['QM 1', 'QM-1', 'Q'.repeat(49)],
  ],
  mqRestInstanceUrl: [
    ['', 'https://mq.example.com:9443', 'https://[::1]/'],
    ['mq.example.com', 'http://mq.example.com', 'https://u:p@a', 'https://a/b', 'https://a?b', 'https://a:99999'],
  ],
  mqRestWebhookAllowedNetworks: [
    ['', '10.0.0.0/8, fd00::/8,192.0.2.1'],
    ['nonsense', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0 11.0.0.0', ',', '::/129'],
  ],
  traceSpec: [['*=info:com.ibm.mq.*=all'], ['info', '*=', '=all', '*=a b', '*=info:']],
}

for (const [name, [taken, refused]] of Object.entries(texts) as [PropertyName, [string[], string[]]][]) {
  for (const value of taken) test(`${name} takes "${value}"`, (t) => void t.is(parseProperty(name, value), value))
  for (const value of refused) {
    test(`${name} refuses "${value}"`, (t) => {
      t.throws(() => parseProperty(name, value), { message: new RegExp(`^${name} must be .+, found "`, 's') })
    })
  }
}

for (const name of propertyNames) {
  test(`no character that ends a header, a directive or an attribute gets into ${name}`, (t) => {
    const valid = [...(texts[name]?.[0] ?? []), defaultOf(name)]
    for (const value of valid) {
      for (const character of ['\0', '\t', '\n', '\r', '\x7f', ';', '"', '<', '>', '\\', '{', 'é', '\u2028']) {
        for (let at = 0; at <= value.length; at += 1) {
          const text = value.slice(0, at) + character + value.slice(at)
          t.throws(() => parseProperty(name, text), undefined, JSON.stringify(text))
        }
      }
    }
    t.throws(() => parseProperty(name, '1'.repeat(100_000)), { message: /found "1{200}"$/ })
  })
}
