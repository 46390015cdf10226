import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { parseRedisLocation } from '../../../../src/shared/storage/redis/redis-location.ts'

for (const [url, expected] of [
  ['redis://cache', { mode: 'server', hosts: [{ host: 'cache', port: 6379 }], tls: undefined, password: undefined }],
  [
    'redis://:p%40ss@[::1]:7000/3',
    { hosts: [{ host: '::1', port: 7000 }], database: 3, password: 'p@ss', username: undefined },
  ],
  [
    'redis+sentinel://me:x@a,b:26380/main',
    {
      mode: 'sentinel',
      hosts: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      masterName: 'main',
      username: 'me',
      database: 0,
    },
  ],
  [
    'rediss+cluster://a:1,b:2',
    {
      mode: 'cluster',
      tls: { ca: undefined },
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    },
  ],
] as const) {
  test(`reads ${url}`, (t) => {
    t.like(parseRedisLocation(url), expected)
  })
}

for (const url of [
  'http://cache:6379',
  'redis://',
  'redis://:secret@a,b',
  'redis://:secret@cache:99999',
  'redis://:secret@cache/name',
  'redis+sentinel://:secret@a:1',
  'redis+cluster://:secret@a:1/3',
  'redis+other://:secret@a',
  'redis://:secret@cache?x=1',
]) {
  test(`refuses ${url}, with the accepted forms and without the password`, (t) => {
    const { message } = t.throws(() => parseRedisLocation(url))
    t.regex(message, /accepted are store, redis:\/\/USER:PASSWORD@HOST:PORT, redis\+sentinel:\/\//)
    t.false(message.includes('secret'))
  })
}

test('a CA is read from its file, and needs TLS', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-ca-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'ca.pem')
  writeFileSync(file, 'text')
  t.deepEqual(parseRedisLocation(`rediss://cache?ca=${file}`).tls, { ca: 'text' })
  t.throws(() => parseRedisLocation(`redis://cache?ca=${file}`), { message: /no effect without TLS/ })
  t.throws(() => parseRedisLocation(`rediss://cache?ca=${folder}/none.pem`), { message: /none\.pem cannot be read/ })
})
