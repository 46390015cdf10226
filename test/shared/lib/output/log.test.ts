import test from 'ava'
import { openLog } from '../../../../src/shared/lib/output/log.ts'

/** A log, and the lines that it wrote, parsed. */
function open() {
  const lines: Record<string, unknown>[] = []
  const log = openLog({ name: 'part', write: (line) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

test('writes one line of JSON with level, component and time', (t) => {
  const { log, lines } = open()
  log.warn({ a: 1, b: undefined, c: ['x'] }, 'text')
  t.like(lines[0], { level: 'warn', part: 'part', a: 1, c: ['x'], msg: 'text' })
  t.false(Number.isNaN(Date.parse(lines[0]?.time as string)))
})

for (const name of ['password', 'client_secret', 'access_token', 'refresh_token', 'authorization', 'cookie']) {
  test(`hides ${name} at every level`, (t) => {
    const { log, lines } = open()
    const fields = { user: 'alice', [name]: 'hidden1', form: { [name]: 'hidden2', other: 1 } }
    log.info(fields, 'line')
    log.error({ err: Object.assign(new Error('broke'), { [name]: 'hidden3' }) }, 'fault')
    log.error(Object.assign(new Error('broke'), { [name]: 'hidden4' }))
    log
      .child(fields)
      .child({ [name]: 'hidden5' })
      .info('child')

    t.false(JSON.stringify(lines).includes('hidden'))
    t.like(lines[0], { user: 'alice', [name]: '[secret]', form: { [name]: '[secret]', other: 1 } })
    t.like(lines[1], { err: { type: 'Error', message: 'broke', [name]: '[secret]' } })
    t.is(fields.form[name], 'hidden2') // whoever logs keeps what they have
  })
}
