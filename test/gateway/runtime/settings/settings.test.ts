import { resolve } from 'node:path'
import test from 'ava'
import { readSettings } from '../../../../src/gateway/runtime/settings/index.ts'

test('variables that are not set have their defaults', (t) => {
  const settings = readSettings({})
  t.like(settings, {
    listening: { listeners: [{ scheme: 'http', host: '127.0.0.1', port: 8080 }], tls: undefined },
    adminPort: 8090,
    mqwebPort: 9443,
    customersPort: 8081,
    authPort: 8082,
  })
  t.is(settings.dataFolder, resolve('data'))
})

test('an empty variable counts as not set', (t) => {
  t.is(readSettings({ SLUICE_ADMIN_PORT: '' }).adminPort, 8090)
})

test('documents see the values of the table, the folder of the data in full, and everything else that is set', (t) => {
  const { environment } = readSettings({ SLUICE_DATA: 'elsewhere', OTHER: 'x' })
  t.like(environment, { SLUICE_AUTH_PORT: '8082', SLUICE_DATA: resolve('elsewhere'), OTHER: 'x' })
})

for (const [variables, message] of [
  [{ SLUICE_PORT: '65536' }, 'SLUICE_PORT must be a whole number from 0 to 65535 - found "65536"'],
  [
    { SLUICE_TLS_CIPHERS: 'bogus' },
    'SLUICE_TLS_CIPHERS must be an OpenSSL cipher list with at least one known cipher - found "bogus": error:0A0000B9:SSL routines::no cipher match',
  ],
  [{ SLUICE_HTTP2: 'no' }, 'SLUICE_HTTP2 must be one of on, off - found "no"'],
  [{ SLUICE_HTTP_FAST_PATH: 'no' }, 'SLUICE_HTTP_FAST_PATH must be one of on, off - found "no"'],
  [{ SLUICE_MAX_CONNECTIONS: '0' }, 'SLUICE_MAX_CONNECTIONS must be a whole number from 1 to 1000000 - found "0"'],
  [{ SLUICE_PORT: '-1' }, 'SLUICE_PORT must be a whole number from 0 to 65535 - found "-1"'],
  [{ SLUICE_WORKERS: '0' }, 'SLUICE_WORKERS must be a whole number from 1 to 256 - found "0"'],
  [
    { SLUICE_TRUSTED_PROXIES: '10.0.0.0/8, proxy' },
    'SLUICE_TRUSTED_PROXIES: "proxy" is neither an IP address nor a CIDR such as 10.0.0.0/8',
  ],
  [{ SLUICE_UPSTREAM_CLIENT: 'fetch' }, 'SLUICE_UPSTREAM_CLIENT must be one of built-in, undici - found "fetch"'],
  [{ SLUICE_LOG: 'loud' }, 'SLUICE_LOG must be one of debug, info, warn, error - found "loud"'],
  [
    { SLUICE_BASE_URL: 'api.example.com' },
    'SLUICE_BASE_URL must be an http or https origin like https://api.example.com - found "api.example.com"',
  ],
] as const) {
  test(`refuses ${JSON.stringify(variables)}`, (t) => {
    t.throws(() => readSettings(variables), { message })
  })
}

test('a misspelt variable is a warning with a suggestion', (t) => {
  const { warnings } = readSettings({ SLUICE_PROT: '80', SLUICE_SOMETHING_ELSE: '1', PROT: '1', sluice_port: '1' })
  t.deepEqual(warnings, [
    'SLUICE_PROT is set and is not a setting of Sluice - did you mean "SLUICE_PORT"?',
    'SLUICE_SOMETHING_ELSE is set and is not a setting of Sluice: "sluice start" ignores it',
    'sluice_port is set and is not a setting of Sluice - did you mean "SLUICE_PORT"?',
  ])
})

const tls = { SLUICE_TLS_CERTIFICATE: 'cert.pem', SLUICE_TLS_KEY: 'key.pem' }

for (const [variables, names] of [
  [{ SLUICE_PORT: '8090' }, ['SLUICE_ADMIN_PORT', 'SLUICE_PORT']],
  [{ SLUICE_ADMIN_PORT: '8080', SLUICE_ADMIN_HOST: '0.0.0.0' }, ['SLUICE_ADMIN_PORT', 'SLUICE_PORT']],
  [{ ...tls, SLUICE_ADMIN_PORT: '8443', SLUICE_ADMIN_HOST: '::' }, ['SLUICE_ADMIN_PORT', 'SLUICE_TLS_PORT']],
  [{ ...tls, SLUICE_PORT: '8443' }, ['SLUICE_TLS_PORT', 'SLUICE_PORT']],
] as const)
  test(`one port for two listeners is refused with both variables: ${JSON.stringify(variables)}`, (t) => {
    const { message } = t.throws(() => readSettings(variables), { name: 'SettingError' })
    for (const name of names) t.regex(message, new RegExp(`\\b${name}\\b`))
  })

for (const variables of [
  { SLUICE_PORT: '8090', SLUICE_ADMIN_HOST: '127.0.0.2' },
  { SLUICE_PORT: '0', SLUICE_ADMIN_PORT: '0' },
])
  test(`listeners may share a port at two addresses, and any free port: ${JSON.stringify(variables)}`, (t) => {
    t.notThrows(() => readSettings(variables))
  })
