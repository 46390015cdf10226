import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { checkHead, isHostWithPort } from '../../../../src/shared/http/inbound/check-head.ts'

/** Returns the error of a request with the version and these values of Host. */
function check(version: string, rawHeaders: string[], acceptsMissingHost = false): string | undefined {
  const [httpVersionMajor, httpVersionMinor] = version.split('.').map(Number)
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const headers = at < 0 ? {} : { host: rawHeaders[at + 1] }
  const request = { httpVersionMajor, httpVersionMinor, headers, rawHeaders } as unknown as IncomingMessage
  const error = checkHead(request, { acceptsMissingHost })
  return error && `${error.status} ${error.text}`
}

const versionError = '505 The version of HTTP must be 1.1 or 1.0'
const missing = '400 The request has no Host header'
const repeated = '400 The request has more than one Host header'
const invalid = '400 The Host header must be a host name or an IP address, with an optional port'

for (const [version, error] of [
  ['0.9', versionError],
  ['1.0', undefined],
  ['1.1', undefined],
  ['1.2', versionError],
  ['2.0', versionError],
  ['2.1', versionError],
] as const)
  test(`HTTP/${version} is ${error ? 'rejected' : 'served'}`, (t) => {
    t.is(check(version, ['Host', 'a']), error)
    t.is(check(version, ['Host', 'a'], true), error)
  })

for (const [title, version, rawHeaders, error, errorWhereHandlerChecks] of [
  ['no Host', '1.1', [], missing, undefined],
  ['no Host in HTTP/1.0', '1.0', [], undefined, undefined],
  ['a Host', '1.1', ['Host', 'a'], undefined, undefined],
  ['an invalid Host', '1.1', ['Host', 'a b'], invalid, invalid],
  ['an invalid Host in HTTP/1.0', '1.0', ['Host', 'a b'], invalid, invalid],
  ['an empty Host', '1.1', ['Host', ''], invalid, invalid],
  ['two Hosts', '1.1', ['Host', 'a', 'HOST', 'a'], repeated, undefined],
  ['two Hosts at the ends', '1.1', ['Host', 'a', 'X-A', 'b', 'X-C', 'd', 'host', 'a'], repeated, undefined],
  ['three Hosts', '1.1', ['Host', 'a', 'Host', 'a', 'Host', 'a'], repeated, undefined],
  ['two Hosts in HTTP/1.0', '1.0', ['Host', 'a', 'Host', 'a'], repeated, undefined],
  ['a value "host"', '1.1', ['X-A', 'host', 'Host', 'host', 'X-B', 'Host', 'X-C', 'host'], undefined, undefined],
] as const)
  test(`a head with ${title}`, (t) => {
    t.is(check(version, [...rawHeaders]), error)
    t.is(check(version, [...rawHeaders], true), errorWhereHandlerChecks)
  })

for (const host of [
  'a',
  'A.b-c_d~',
  "!$&'()*+;=",
  '%41%fF',
  '1.2.3.4',
  'a:',
  'a:1',
  'a:12345',
  '[::1]',
  '[::1]:',
  '[1::2:3.4.5.6]:80',
])
  test(`${host} is a host`, (t) => {
    t.true(isHostWithPort(host))
    t.true(isHostWithPort(host))
  })

for (const host of [
  ...[
    '',
    ':80',
    'a b',
    ' a',
    'a ',
    'a,b',
    'user@a',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    'a"b',
    'a\0',
    'a\n',
    '\xfc',
    '%4',
    '%4g',
  ],
  ...[
    'a:b',
    'a:123456',
    'a:1:2',
    '::1',
    '[a]',
    '[::1',
    '::1]',
    '[1.2.3.4]',
    '[::1]a',
    '[::1]:123456',
    '[fe80::1%25eth0]',
    '[]',
  ],
])
  test(`${JSON.stringify(host)} is no host`, (t) => {
    t.false(isHostWithPort(host))
    t.true(isHostWithPort('a.example'))
    t.false(isHostWithPort(host))
  })
