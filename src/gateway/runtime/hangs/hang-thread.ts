/** The thread of a worker that tells the primary what the main thread does, once for each byte that the primary sends. */
import { type Debugger, Session } from 'node:inspector/promises'
import { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'
import type { HangReport, RequestInProgress } from './request-in-progress.ts'
import type { HangThreadData } from './watch-for-hangs.ts'

const maxFrames = 20
/** The names under which functions of a call, of Koa and of Node's server hold the request. */
const requestVariables = ['call?.request', 'ctx?.req', 'request', 'req']

const { descriptor, probeName }: HangThreadData = workerData
const values = requestVariables.map((each) => {
  const [variable = ''] = each.split('?')
  return `typeof ${variable} === 'object' ? ${each} : undefined`
})
const findInFrame = `globalThis.${probeName}.find([${values.join(', ')}])`

const pipe = new Socket({ fd: descriptor, readable: true, writable: true })
pipe.on('error', () => {}) // the primary has ended, and this process ends with it
pipe.on('data', () => {
  void report().finally(() => pipe.write('\n'))
})

/**
 * Writes what is known after each step, for native code may not be interrupted before the deadline of the primary. Both
 * steps begin at once, because V8 handles all interrupts together but looks for them in a hot loop only every few seconds.
 */
async function report(): Promise<void> {
  const found: HangReport = { requests: undefined, executed: undefined, stack: [] }
  const write = () => pipe.write(`${JSON.stringify(found)}\n`)
  const session = new Session()
  try {
    session.connectToMainThread()
    await Promise.all([readRequests(session, found).then(write), readStack(session, found).then(write)])
  } catch {} // what was found until then is the report
}

async function readRequests(session: Session, found: HangReport): Promise<void> {
  const expression = `globalThis.${probeName}.list()`
  const { result } = await session.post('Runtime.evaluate', { expression, returnByValue: true })
  if (Array.isArray(result.value)) found.requests = result.value as RequestInProgress[]
}

async function readStack(session: Session, found: HangReport): Promise<void> {
  const paused = new Promise<Debugger.CallFrame[]>((resolve) => {
    session.once('Debugger.paused', ({ params }) => resolve(params.callFrames))
  })
  const files = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
  const enabled = session.post('Debugger.enable')
  void session.post('Debugger.pause').catch(() => {})
  await enabled
  const frames = (await paused).slice(0, maxFrames)
  found.stack = frames.map(
    ({ functionName, location }) =>
      `${functionName || '(anonymous)'} ${files.get(location.scriptId)}:${location.lineNumber + 1}`,
  )
  // All at once: each wait for a response would count while the machine is busy.
  const indexes = await Promise.all(frames.map(({ callFrameId }) => findRequest(session, callFrameId)))
  found.executed = indexes.find((index) => index >= 0)
}

/** Returns the index of the request that a frame holds; -1 if it holds none. */
async function findRequest(session: Session, callFrameId: string): Promise<number> {
  const { result } = await session.post('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: findInFrame,
    returnByValue: true,
  })
  return typeof result.value === 'number' ? result.value : -1
}
