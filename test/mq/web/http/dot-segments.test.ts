import test from 'ava'
import { restoreDotSegments } from '../../../../src/mq/web/http/dot-segments.ts'

for (const [sent, name] of [
  ['~.', '.'],
  ['~..', '..'],
  ['~~..', '~..'],
  ['...', '...'],
  ['~x', '~x'],
  ['APP.IN', 'APP.IN'],
] as const) {
  test(`the segment ${sent} is the name ${name}`, (t) => {
    t.deepEqual(restoreDotSegments({ qmgr: '~.', queue: sent }), { qmgr: '.', queue: name })
  })
}
