import { mock } from 'node:test'
import test from 'ava'
import { createAcceptErrorHandler } from '../../../../src/shared/http/listener/accept-errors.ts'

test.afterEach.always(() => mock.restoreAll())

test.serial('one error in ten seconds is reported', (t) => {
  let now = 0
  mock.method(performance, 'now', () => now)
  const errors: unknown[] = []
  const log = { error: ({ err }: { err: unknown }) => errors.push(err) }
  const handle = createAcceptErrorHandler({ limits: undefined, log: log as never })
  for (const at of [5, 10_004.9, 10_005, 20_004]) {
    now = at
    handle(new Error(`at ${at}`))
  }
  t.deepEqual(
    errors.map((each) => (each as Error).message),
    ['at 5', 'at 10005'],
  )
})

test.serial('without a log an error is a warning of the process', (t) => {
  const warn = mock.method(process, 'emitWarning', () => {})
  const error = new Error('accept ENOBUFS')
  createAcceptErrorHandler({ limits: undefined, log: undefined })(error)
  t.deepEqual(warn.mock.calls[0]?.arguments, [error])
})

test.serial('the connection limits get a shortage of descriptors only', (t) => {
  let shortages = 0
  const limits = { onDescriptorShortage: () => shortages++ }
  const lines: unknown[] = []
  const handle = createAcceptErrorHandler({
    limits: limits as never,
    log: { error: (...given: unknown[]) => lines.push(given) } as never,
  })
  handle(Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  t.is(shortages, 1)
  t.is(lines.length, 0)
  handle(Object.assign(new Error('accept ENOBUFS'), { code: 'ENOBUFS' }))
  t.is(shortages, 1)
  t.is(lines.length, 1)
})
