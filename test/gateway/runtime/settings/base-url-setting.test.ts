import test from 'ava'
import { readSettings } from '../../../../src/gateway/runtime/settings/index.ts'

const pair = { SLUICE_TLS_CERTIFICATE: 'a.pem', SLUICE_TLS_KEY: 'b.pem' }
const anywhere = { SLUICE_PLAIN_HTTP: 'anywhere' }
const url = (SLUICE_BASE_URL: string) => ({ SLUICE_BASE_URL })

for (const [text, origin] of [
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://API.example.com:443/', 'https://api.example.com'],
  ['https://api.example.com:8443', 'https://api.example.com:8443'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['', ''],
] as const) {
  test(`reads "${text}" as the base URL "${origin}"`, (t) => t.is(readSettings(url(text)).baseUrl, origin))
}

for (const [text, found] of [
  ['api.example.com', /found "api\.example\.com"/],
  ['ftp://api.example.com', /found "ftp:/],
  ['https://api.example.com/gateway', /without a path.*found "https:\/\/api\.example\.com\/gateway"/],
  ['https://api.example.com//', /without a path/],
  ['https://api.example.com/?a=b', /without a query/],
  ['https://api.example.com?', /without a query/],
  ['https://api.example.com/#top', /without a fragment/],
  ['https://api.example.com#', /without a fragment/],
  ['https://0.0.0.0:8443', /"0\.0\.0\.0" is no address that callers can connect to/],
  ['https://0', /no address that callers can connect to/],
  ['https://[::]:8443', /no address that callers can connect to/],
  ['https://[::ffff:0.0.0.0]', /no address that callers can connect to/],
  ['https://api.example.com:0', /port 0/],
] as const) {
  test(`refuses the base URL "${text}"`, (t) => {
    t.throws(() => readSettings(url(text)), { name: 'SettingError', message: found })
  })
}

test('refuses credentials in the base URL, and does not repeat them', (t) => {
  for (const text of ['https://anna:wonderland@api.example.com', 'https://wonderland@api.example.com']) {
    const error = t.throws(() => readSettings(url(text)), { message: /without user name and password/ })
    t.notRegex(String(error?.message), /wonderland/)
  }
})

for (const host of ['0.0.0.0', '::', '[::]', '0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', 'fe80::1%eth0']) {
  test(`refuses to listen on ${host} without a base URL, which would become part of the issuer`, (t) => {
    for (const more of [pair, anywhere, { ...pair, ...anywhere }]) {
      const environment = { ...more, SLUICE_HOST: host }
      t.throws(() => readSettings(environment), {
        name: 'SettingError',
        message: /^SLUICE_HOST is .*set SLUICE_BASE_URL/,
      })
      t.notThrows(() => readSettings({ ...environment, ...url('https://api.example.com') }))
    }
  })
}

test('an IPv6 address may stand in brackets, as in a URL', (t) => {
  t.is(readSettings({ SLUICE_HOST: '[::1]' }).listening.listeners[0]?.host, '::1')
})

for (const [title, environment] of [
  ['another machine', { ...pair, ...url('http://api.example.com') }],
  ['this machine, where plain HTTP is off', { ...pair, SLUICE_PLAIN_HTTP: 'never', ...url('http://127.0.0.1:8080') }],
] as const) {
  test(`refuses an http base URL of ${title}, when only HTTPS is served there`, (t) => {
    t.throws(() => readSettings(environment), {
      name: 'SettingError',
      message: /^SLUICE_BASE_URL is http:.*only HTTPS/,
    })
  })
}

for (const [title, environment, warning] of [
  ['an http base URL of another machine', url('http://api.example.com'), /plain text.*https/],
  [
    'an http base URL beside TLS and plain HTTP',
    { ...pair, ...anywhere, SLUICE_HOST: '0.0.0.0', ...url('http://api.example.com') },
    /plain text/,
  ],
  ['a free port in the issuer', { SLUICE_PORT: '0' }, /SLUICE_PORT is 0.*every start.*SLUICE_BASE_URL/],
  ['a free TLS port in the issuer', { ...pair, SLUICE_TLS_PORT: '0' }, /SLUICE_TLS_PORT is 0/],
] as const) {
  test(`warns of ${title}`, (t) => {
    const { warnings } = readSettings(environment)
    t.is(warnings.length, 1)
    t.regex(String(warnings[0]), warning)
  })
}

for (const environment of [
  {},
  { ...pair, SLUICE_PORT: '0' },
  { SLUICE_PORT: '0', ...url('https://api.example.com') },
  { ...pair, ...url('http://127.0.0.1:8080') },
  url('http://localhost:8080'),
]) {
  test(`has no warning for ${JSON.stringify(environment)}`, (t) => {
    t.deepEqual(readSettings(environment).warnings, [])
  })
}
