import test from 'ava'
import { fillPath } from '../../../../src/shared/ui/api/resource-client.ts'

for (const [name, segment] of [
  ['APP/IN', 'APP%2FIN'],
  ['.', '~.'],
  ['..', '~..'],
  ['~..', '~~..'],
  ['...', '...'],
] as const) {
  test(`the name ${name} stays one segment of a URL`, (t) => {
    const [, path] = fillPath('GET /qmgr/:qmgr/queue/:queue/messages', { qmgr: 'QM1', queue: name })
    const url = new URL(path, 'https://localhost/api/v1/')
    t.is(url.pathname, `/api/v1/qmgr/QM1/queue/${segment}/messages`)
  })
}
