/** The program of a thread that runs scripts, each call in an engine whose memory no other call has touched. */
import { parentPort, workerData } from 'node:worker_threads'
import { describeScriptError, RunningScript } from './running-script.ts'
import { openScriptEngines } from './script-engines.ts'
import {
  type FromScriptThread,
  openThreadActivity,
  readThreadCpuMs,
  type ScriptDefinition,
  type ScriptThreadData,
  type ToScriptThread,
} from './script-messages.ts'

const { module, buffer } = workerData as ScriptThreadData
const engines = openScriptEngines(module)
const activity = openThreadActivity(buffer)
const scripts = new Map<number, ScriptDefinition>()
let schemas: typeof import('../xml/schema-engine.ts') | undefined
const running = new Map<number, RunningScript>()

parentPort?.on('message', (message: ToScriptThread) => {
  if (message.kind === 'define') {
    scripts.set(message.script.number, message.script)
    engines.prepare(message.script)
    return
  }
  const needsSchemas = message.kind === 'run' && scripts.get(message.script)?.xmlSchema !== undefined
  if (schemas || !needsSchemas) serve(message)
  else
    void import('../xml/schema-engine.ts').then((loaded) => {
      schemas = loaded
      serve(message)
    })
})

function serve(message: ToScriptThread & { kind: 'run' | 'reply' }): void {
  const { job } = message
  activity.startedAt[0] = performance.timeOrigin + performance.now()
  activity.startedCpuMs[0] = readThreadCpuMs()
  Atomics.store(activity.job, 0, job)
  if (message.kind === 'run') start(message)
  else proceed(job, (script) => script.reply(message.request, message.head, message.body))
  Atomics.store(activity.job, 0, 0)
}

function start(message: ToScriptThread & { kind: 'run' }): void {
  const definition = scripts.get(message.script)
  if (!definition) throw new Error(`there is no script ${message.script}`)
  const script = new RunningScript(
    engines,
    definition,
    message,
    (request, options, body) => send({ kind: 'open', job: message.job, request, options, body }),
    definition.xmlSchema && schemas?.findXmlCheck(definition.xmlSchema),
  )
  running.set(message.job, script)
  proceed(message.job, (started) => started.start())
}

/** Runs a script until it has ended or waits for a response. */
function proceed(job: number, run: (script: RunningScript) => string | undefined): void {
  const script = running.get(job)
  if (!script) {
    send({ kind: 'waiting', job })
    return
  }
  try {
    const result = run(script)
    if (result === undefined) send({ kind: 'waiting', job })
    else end(job, script, { kind: 'done', job, result, body: script.body, logs: script.logs, tookMs: script.usedMs })
  } catch (error) {
    if (script.isOverdue) end(job, script, { kind: 'overdue', job })
    else end(job, script, { kind: 'failed', job, ...describeScriptError(error), logs: script.logs })
  }
}

function end(job: number, script: RunningScript, message: FromScriptThread): void {
  running.delete(job)
  script.release()
  send(message)
}

function send(message: FromScriptThread): void {
  parentPort?.postMessage(message)
}
