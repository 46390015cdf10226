/** A script that runs for one call, and what its host functions do for it. */
import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto'
import { JsonLimitError, type JsonLimits, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import { convertJsonToXml, convertXmlToJson } from '../xml/badgerfish.ts'
import { requireDocumentLimits } from '../xml/document-limits.ts'
import { type DocumentFormat, requireParsed } from '../xml/parse-limits.ts'
import { type Redaction, redactText } from '../xml/redact.ts'
import type { CheckXml } from '../xml/schema-engine.ts'
import { decodeText } from '../xml/xml-depth.ts'
import { parseXmlTree } from '../xml/xml-tree.ts'
import { findXsltEngine, type XsltError } from '../xml/xslt-engine.ts'
import { type HostValue, ScriptError } from './script-engine.ts'
import type { EngineSlot, PreparedScript, ScriptEngines } from './script-engines.ts'
import {
  readThreadCpuMs,
  type ScriptDefinition,
  type ScriptFailure,
  type ScriptLogLine,
  type ToScriptThread,
} from './script-messages.ts'

type HostOperation = (script: RunningScript, ...values: HostValue[]) => HostValue
type SendRequest = (request: number, options: string, body: Uint8Array | undefined) => void

/** A text of JSON, to its end where it has none, or a number. */
const textOrNumber = /"(?:[^"\\]+|\\.)*(?:"|\\?$)|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/gs
const maxLogLines = 100
const maxLogLineLength = 4_000

export class RunningScript {
  readonly logs: ScriptLogLine[] = []
  /** The body that the script has written. */
  body: Uint8Array | string | undefined
  /** Whether the script has used its time. */
  isOverdue = false
  /** The processor time that the script has used, in milliseconds. */
  usedMs = 0
  readonly #engines: ScriptEngines
  readonly #message: ToScriptThread & { kind: 'run' }
  readonly #script: PreparedScript
  readonly #slot: EngineSlot
  readonly #sendRequest: SendRequest
  readonly #styleSheet: string
  readonly #limits: JsonLimits | undefined
  readonly #checkXml: CheckXml | undefined
  readonly #replies = new Map<number, Uint8Array | undefined>()
  #resumedAt = 0

  /** What the prelude asks of the host, by the names that it has for it. */
  static readonly #operations = new Map<string, HostOperation>(
    Object.entries<HostOperation>({
      body: (script) => script.#message.body,
      bodyText: (script) => toText(script.#message),
      requestBody: (script) => script.#message.requestBody,
      requestBodyText: (script) => toText(script.#message, 'request'),
      encode: (_, text, encoding) => Buffer.from(String(text), findEncoding(encoding)),
      decode: (_, bytes, encoding) => Buffer.from(bytes as Uint8Array).toString(findEncoding(encoding)),
      hash: (_, name, bytes) => hash(findAlgorithm(name), bytes as Uint8Array, 'buffer'),
      hmac: (_, name, key, bytes) =>
        createHmac(findAlgorithm(name), key as Uint8Array)
          .update(bytes as Uint8Array)
          .digest(),
      random: (_, size) => randomBytes(Math.min(Number(size), 65_536)),
      uuid: () => randomUUID(),
      markNumbers: (_, json, mark) =>
        String(json).replace(textOrNumber, (text, number = '') => (number.length > 15 ? `"${mark}${number}"` : text)),
      redact: (_, text, rules) => redactText(String(text), JSON.parse(String(rules)) as Redaction[]),
      xmlToJson: (_, xml, options) => JSON.stringify(convertXmlToJson(String(xml), JSON.parse(String(options)))),
      jsonToXml: (_, json, options) => convertJsonToXml(JSON.parse(String(json)), JSON.parse(String(options))),
      xslt: (script, xml) => script.#transform(String(xml)),
      checkXml(script, xml) {
        if (!script.#checkXml) throw new ScriptError('there is no schema')
        return script.#checkXml(String(xml))
      },
      requireParsed(script, format, limits, given) {
        const text = typeof given === 'string' ? given : (toText(script.#message) ?? '')
        requireParsed(text, format as DocumentFormat, JSON.parse(String(limits)))
        return undefined
      },
      parseXml: (_, xml) => JSON.stringify(parseXmlTree(String(xml))),
      open: (script, request, options, body) =>
        void script.#sendRequest(Number(request), String(options), body as Uint8Array | undefined),
      reply: (script, request) => script.#replies.get(Number(request)),
      result(script, body) {
        script.body = body as string | Uint8Array
        return undefined
      },
      log: (script, level, text) => script.#log(String(level), String(text)),
    }),
  )

  /** Throws `ScriptError` when the script cannot be compiled. */
  constructor(
    engines: ScriptEngines,
    definition: ScriptDefinition,
    message: ToScriptThread & { kind: 'run' },
    sendRequest: SendRequest,
    checkXml?: CheckXml,
  ) {
    this.#engines = engines
    this.#message = message
    this.#sendRequest = sendRequest
    this.#styleSheet = definition.styleSheet ?? ''
    this.#limits = definition.limits
    this.#checkXml = checkXml
    this.#script = engines.prepare(definition)
    this.#slot = engines.take(this.#script, definition)
    this.#slot.host = {
      call: (operation, values) => this.#serve(operation, values),
      isOverdue: () => this.#checkTime(),
    }
  }

  /**
   * Starts the script. Returns its result as JSON, or undefined while it waits for a response. Throws `ScriptError`,
   * and a `JsonLimitError` before it starts.
   */
  start(): string | undefined {
    const { engine } = this.#slot
    return this.#timed(() => {
      if (this.#limits) requireBodyLimits(this.#message, this.#limits)
      const result = engine.call(this.#script.prelude.begin, this.#script.callee, engine.toPointer(this.#message.input))
      return engine.runJobs() || engine.unhandled.size > 0
        ? this.#proceed()
        : ((engine.fromPointer(result) as string | undefined) ?? this.#proceed())
    })
  }

  /** Continues the script with the response to one of its requests. */
  reply(request: number, head: string, body: Uint8Array | undefined): string | undefined {
    const { engine } = this.#slot
    return this.#timed(() => {
      this.#replies.set(request, body)
      engine.call(this.#script.prelude.reply, engine.toPointer(request), engine.toPointer(head))
      return this.#proceed()
    })
  }

  release(): void {
    this.#engines.release(this.#slot, this.#script)
  }

  /** Runs callbacks and promises until none is left. */
  #proceed(): string | undefined {
    const { engine } = this.#slot
    for (;;) {
      engine.runJobs()
      const [unhandled] = engine.unhandled.values()
      if (unhandled !== undefined) throw new ScriptError(unhandled)
      const turned = engine.fromPointer(engine.call(this.#script.prelude.turn))
      if (turned === 2) return undefined
      if (turned === 0) return engine.fromPointer(engine.call(this.#script.prelude.finish)) as string
    }
  }

  #timed<T>(run: () => T): T {
    this.#resumedAt = readThreadCpuMs()
    try {
      return run()
    } finally {
      this.usedMs += readThreadCpuMs() - this.#resumedAt
    }
  }

  #checkTime(): boolean {
    this.isOverdue ||= this.usedMs + readThreadCpuMs() - this.#resumedAt > this.#message.limitMs
    return this.isOverdue
  }

  #serve(operation: string, values: readonly HostValue[]): HostValue {
    const serve = RunningScript.#operations.get(operation)
    if (!serve) throw new Error(`there is no operation "${operation}"`)
    return serve(this, ...values)
  }

  #transform(xml: string): string {
    try {
      const { result, messages } = findXsltEngine().transform(this.#styleSheet, xml)
      if (messages !== '') this.#log('info', messages)
      return result
    } catch (error) {
      const { line, message } = error as XsltError
      throw new Error(
        line === undefined ? `the style sheet: ${message}` : `line ${line} of the style sheet: ${message}`,
      )
    }
  }

  #log(level: string, text: string): undefined {
    if (this.logs.length < maxLogLines) this.logs.push({ level, text: text.slice(0, maxLogLineLength) })
  }
}

type ScriptBodies = Pick<ToScriptThread & { kind: 'run' }, 'body' | 'requestBody' | 'input'>

/** Returns the text of the body of the message, or of the received request. */
function toText({ body, requestBody, input }: ScriptBodies, of: 'message' | 'request' = 'message'): string | undefined {
  const bytes = of === 'message' ? body : requestBody
  if (!bytes || !/charset/i.test(input)) return bytes && decodeText(bytes)
  const { lower, values, request } = JSON.parse(input)
  const ofMessage = values[lower.indexOf('content-type')]
  return decodeText(bytes, of === 'message' ? ofMessage : request.headers['content-type'])
}

function findEncoding(value: HostValue): BufferEncoding {
  const name = String(value).toLowerCase()
  if (!Buffer.isEncoding(name)) throw new Error(`there is no encoding "${name}": use utf8, base64, hex or latin1`)
  return name
}

/** Returns the name of a digest. The product also writes `hmac-sha256`. */
function findAlgorithm(value: HostValue): string {
  const name = String(value)
    .toLowerCase()
    .replace(/^hmac-/, '')
  if (!/^(?:md5|sha-?(?:1|224|256|384|512))$/.test(name))
    throw new Error(`there is no digest "${name}": use md5, sha1, sha224, sha256, sha384 or sha512`)
  return name.replace('-', '')
}

/** Throws a `JsonLimitError` for a body of the message above a limit, or one of a message in a variable. */
function requireBodyLimits({ body, requestBody, input }: ScriptBodies, limits: JsonLimits): void {
  for (const each of new Set([body, requestBody])) if (each) requireDocumentLimits(each, limits)
  for (const value of Object.values(membersOf(membersOf(JSON.parse(input)).variables))) {
    const { body: text } = membersOf(value)
    if (typeof text === 'string') requireDocumentLimits(Buffer.from(text), limits)
  }
}

/** Returns the message of an error with the line of the script, and what the script has thrown. */
export function describeScriptError(error: unknown): ScriptFailure {
  if (error instanceof JsonLimitError) return { error: error.message, isAboveLimit: true }
  if (!(error instanceof ScriptError))
    return { error: error instanceof RangeError ? 'the script recurses too deeply' : String(error), thrown: undefined }
  const line = /gatewayscript:(\d+)/.exec(error.scriptStack)?.[1]
  return { error: line ? `line ${line} of the script: ${error.message}` : error.message, thrown: error.thrown }
}
