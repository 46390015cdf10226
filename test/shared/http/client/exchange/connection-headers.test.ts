import test from 'ava'
import {
  parseConnectionHeader,
  parseKeepAliveSeconds,
} from '../../../../../src/shared/http/client/exchange/connection-headers.ts'

for (const [value, closes, keeps, named] of [
  ['close', true, false, undefined],
  ['Keep-Alive', false, true, undefined],
  ['x-secret', false, false, ['x-secret']],
  ['keep-alive , X-Secret,other', false, true, ['x-secret', 'other']],
  ['close,close', true, false, undefined],
] as const)
  test(`Connection: ${value} is understood`, (t) => {
    const header = parseConnectionHeader(value)
    t.deepEqual({ ...header, named: header.named && [...header.named] }, { closes, keeps, named: named && [...named] })
  })

for (const [value, seconds] of [
  ['timeout=5', 5],
  ['timeout=0', 0],
  ['max=100, timeout=65', 65],
  ['max=100;timeout=7', 7],
  ['timeout=999999999', 999_999_999],
  ['max=100', undefined],
  ['xtimeout=5', undefined],
  ['timeout=x', undefined],
] as const)
  test(`Keep-Alive: ${value} announces ${seconds ?? 'no'} seconds`, (t) => {
    t.is(parseKeepAliveSeconds(value), seconds)
  })
