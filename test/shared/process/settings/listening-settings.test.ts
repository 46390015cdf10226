import { resolve } from 'node:path'
import test from 'ava'
import { readSettings } from '../../../../src/gateway/runtime/settings/index.ts'

const pair = { SLUICE_TLS_CERTIFICATE: 'a.pem', SLUICE_TLS_KEY: 'b.pem' }
const behind = { SLUICE_BASE_URL: 'https://api.example.com' }
const listenersOf = (environment: Record<string, string>) =>
  readSettings(environment).listening.listeners.map(({ scheme, host, port }) => `${scheme} ${host} ${port}`)

for (const [title, environment, listeners] of [
  ['without a certificate there is plain HTTP', {}, ['http 127.0.0.1 8080']],
  ['with one there are both', pair, ['http 127.0.0.1 8080', 'https 127.0.0.1 8443']],
  [
    'plain HTTP stays on this machine when HTTPS leaves it',
    { ...pair, SLUICE_HOST: '0.0.0.0', ...behind },
    ['http 127.0.0.1 8080', 'https 0.0.0.0 8443'],
  ],
  [
    'plain HTTP leaves it when that is asked for',
    { SLUICE_HOST: '::', SLUICE_PLAIN_HTTP: 'anywhere', ...behind },
    ['http :: 8080'],
  ],
  ['plain HTTP may be switched off', { ...pair, SLUICE_PLAIN_HTTP: 'never' }, ['https 127.0.0.1 8443']],
] as const) {
  test(title, (t) => {
    t.deepEqual(listenersOf(environment), [...listeners])
  })
}

test('a list of ciphers is passed on, and without one those of Node are accepted', (t) => {
  const SLUICE_TLS_CIPHERS = 'ECDHE-ECDSA-AES128-GCM-SHA256'
  t.is(readSettings({ ...pair, SLUICE_TLS_CIPHERS }).listening.tls?.ciphers, SLUICE_TLS_CIPHERS)
  t.is(readSettings(pair).listening.tls?.ciphers, undefined)
})

test('files are found from the folder in which the gateway starts', (t) => {
  t.like(readSettings({ ...pair, SLUICE_TLS_CLIENTS: 'wanted', SLUICE_TLS_CLIENT_CA: 'ca.pem' }).listening.tls, {
    certificateFile: resolve('a.pem'),
    keyFile: resolve('b.pem'),
    clientCaFile: resolve('ca.pem'),
    clientCertificates: 'wanted',
    minVersion: 'TLSv1.2',
  })
})

for (const [environment, message] of [
  [
    { SLUICE_HOST: '0.0.0.0' },
    /^SLUICE_HOST is 0\.0\.0\.0, which other machines reach, and plain HTTP exposes passwords and tokens/,
  ],
  [{ SLUICE_HOST: 'gateway.example.com' }, /plain HTTP exposes passwords/],
  [{ SLUICE_HOST: '127.example.com' }, /plain HTTP exposes passwords/],
  [{ SLUICE_PLAIN_HTTP: 'never' }, /=never needs HTTPS: set SLUICE_TLS_CERTIFICATE/],
  [{ SLUICE_PLAIN_HTTP: 'redirect' }, /=redirect needs HTTPS: set SLUICE_TLS_CERTIFICATE/],
  [{ SLUICE_TLS_CERTIFICATE_FOLDER: 'names' }, /FOLDER needs SLUICE_TLS_CERTIFICATE/],
  [{ SLUICE_PLAIN_HTTP: 'yes' }, /must be one of loopback, anywhere, redirect, never - found "yes"/],
  [{ SLUICE_TLS_CERTIFICATE: 'a.pem' }, /must be set together: set both or none/],
  [{ ...pair, SLUICE_TLS_CLIENTS: 'required' }, /SLUICE_TLS_CLIENT_CA/],
  [{ SLUICE_TLS_CLIENTS: 'required', SLUICE_TLS_CLIENT_CA: 'x' }, /needs SLUICE_TLS_CERTIFICATE/],
  [{ ...pair, SLUICE_TLS_MIN_VERSION: '1.1' }, /must be one of 1\.2, 1\.3 - found "1\.1"/],
] as const) {
  test(`refuses ${JSON.stringify(environment)}`, (t) => {
    t.throws(() => readSettings(environment), { name: 'SettingError', message })
  })
}
