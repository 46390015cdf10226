import test from 'ava'

import { path } from '../../../src/ui/api/client.ts'

for (const [name, segment] of [
  ['APP/IN', 'APP%2FIN'],
  ['.', '~.'],
  ['..', '~..'],
  ['~..', '~~..'],
  ['...', '...'],
] as const) {
  test(`the name ${name} stays one segment of a URL`, (t) => {
    const url = new URL(path`qmgr/QM1/queue/${name}/messages`, 'https://localhost/api/v1/')
    t.is(url.pathname, `/api/v1/qmgr/QM1/queue/${segment}/messages`)
  })
}
