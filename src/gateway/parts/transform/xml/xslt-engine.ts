/**
 * libxslt, the XSLT 1.0 processor of GNOME, compiled to WebAssembly. A style sheet reaches only the memory of its engine: the
 * engine has neither files nor sockets, so that `document()`, `xsl:include` and external entities find nothing. Endless
 * transformations end with their thread.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { declareUtf8 } from './xml-depth.ts'

/** Reports a style sheet that cannot be compiled, or a transformation that failed, with the line of the style sheet. */
export class XsltError extends Error {
  override name = 'XsltError'
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

const initialPages = 256
const maxPages = 2_048 // 128 MiB for a style sheet, a document and its result
const maxStyleSheets = 100
/** Options of the parser: no network, no external entities. */
const parserOptions = 0x800 | 0x80_0000
const encoder = new TextEncoder()
let module: WebAssembly.Module | undefined
let shared: ReturnType<typeof openXsltEngine> | undefined

/** Returns the engine of this thread. */
export function findXsltEngine() {
  shared ??= openXsltEngine()
  return shared
}

/** Keeps one instance. An instance in which a transformation broke off, or with many style sheets, is replaced. */
function openXsltEngine() {
  let instance: XsltInstance | undefined
  const compiled = new Map<string, number>()

  function find(styleSheet: string): number {
    const known = compiled.get(styleSheet)
    if (known !== undefined) return known
    if (compiled.size >= maxStyleSheets) drop()
    const made = run((used) => used.compile(styleSheet))
    compiled.set(styleSheet, made)
    return made
  }

  function drop(): void {
    instance = undefined
    compiled.clear()
  }

  function run<T>(work: (used: XsltInstance) => T): T {
    instance ??= new XsltInstance()
    try {
      return work(instance)
    } catch (error) {
      if (error instanceof XsltError) throw error
      drop()
      throw new XsltError(`it recurses too deeply, or needs more than 128 MiB of memory (${String(error)})`)
    }
  }

  return {
    /** Compiles a style sheet, unless it is compiled already. Throws `XsltError`. */
    compile: (styleSheet: string): void => void find(styleSheet),
    /** Returns the result, and what `xsl:message` has written. Throws `XsltError`. */
    transform(styleSheet: string, xml: string): { result: string; messages: string } {
      const sheet = find(styleSheet)
      return run((used) => used.transform(sheet, xml))
    },
  }
}

/** An instance of the library, with the style sheets that it has compiled. */
class XsltInstance {
  readonly #memory = new WebAssembly.Memory({ initial: initialPages, maximum: maxPages, shared: true })
  readonly #output = { text: '' }
  readonly #exports: XsltExports
  readonly #name: number

  constructor() {
    const load = createRequire(import.meta.url).resolve
    module ??= new WebAssembly.Module(readFileSync(load('libxslt-wasm/output/libxslt.wasm')))
    const used: { exports?: XsltExports } = {}
    const imports = buildXsltImports(module, this.#memory, this.#output, used)
    this.#exports = new WebAssembly.Instance(module, imports).exports as unknown as XsltExports
    used.exports = this.#exports
    this.#run('__wasm_call_ctors')
    this.#run('main', 0, 0)
    this.#run('exsltRegisterAll')
    this.#name = this.#write('style-sheet').at
  }

  /** Returns a pointer to the compiled style sheet. */
  compile(styleSheet: string): number {
    this.#takeOutput()
    const sheet = this.#run('xsltParseStylesheetDoc', this.#parse(styleSheet))
    if (sheet === 0 || /^compilation error.*\n(?!xsl:version)/m.test(this.#output.text)) throw this.#takeError()
    return sheet
  }

  transform(sheet: number, xml: string): { result: string; messages: string } {
    this.#takeOutput()
    const document = this.#parse(xml)
    const made = this.#run('xsltApplyStylesheet', sheet, document, 0)
    this.#run('xmlFreeDoc', document)
    if (made === 0) throw this.#takeError()
    const buffer = this.#run('xmlAllocOutputBuffer', 0)
    this.#run('xsltSaveResultTo', buffer, made, sheet)
    const at = this.#run('xmlOutputBufferGetContent', buffer)
    const bytes = new Uint8Array(this.#memory.buffer).slice(at, at + this.#run('xmlOutputBufferGetSize', buffer))
    this.#run('xmlOutputBufferClose', buffer)
    this.#run('xmlFreeDoc', made)
    return { result: declareUtf8(Buffer.from(bytes).toString()), messages: this.#takeOutput() }
  }

  #run(name: string, ...values: number[]): number {
    return this.#exports[name]?.(...values) ?? 0
  }

  #write(text: string): { at: number; length: number } {
    const bytes = encoder.encode(text)
    const at = this.#run('malloc', bytes.length + 1)
    if (at === 0) throw new RangeError('out of memory')
    const target = new Uint8Array(this.#memory.buffer, at, bytes.length + 1)
    target.set(bytes)
    target[bytes.length] = 0
    return { at, length: bytes.length }
  }

  #parse(text: string): number {
    const { at, length } = this.#write(declareUtf8(text))
    const document = this.#run('xmlReadMemory', at, length, this.#name, 0, parserOptions)
    this.#run('free', at)
    if (document === 0) throw this.#takeError()
    return document
  }

  /** Returns the first lines that the library has written, as an error. */
  #takeError(): XsltError {
    const text = this.#takeOutput()
    const line = /(?:style-sheet line |style-sheet:)(\d+)/.exec(text)?.[1]
    const lines = text
      .split('\n')
      .filter((each) => each !== '' && !each.includes('file style-sheet line'))
      .map((each) => each.replaceAll('style-sheet:', 'line '))
    return new XsltError(
      lines.slice(0, 2).join(' ') || 'it cannot be used',
      line === undefined ? undefined : Number(line),
    )
  }

  #takeOutput(): string {
    const { text } = this.#output
    this.#output.text = ''
    return text
  }
}

interface XsltExports {
  [name: string]: (...values: number[]) => number
}

type HostFunction = (...values: number[]) => unknown

const pageBytes = 65_536
const maxOutputLength = 10_000

/** @param output gets the messages of the library @param used gets the functions of the instance, once it is made */
function buildXsltImports(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  output: { text: string },
  used: { exports?: XsltExports },
): WebAssembly.Imports {
  const known: Record<string, HostFunction> = {
    ...buildSystemCalls(memory, output),
    _emscripten_init_main_thread_js: (block = 0) =>
      used.exports?._emscripten_thread_init?.(block, 1, 1, 1, pageBytes, 0),
    _abort_js: () => {
      throw new Error('aborted')
    },
    exit: () => {
      throw new Error('ended')
    },
  }
  const imports: WebAssembly.Imports = {}
  for (const { module: part, name, kind } of WebAssembly.Module.imports(module)) {
    imports[part] ??= {}
    imports[part][name] = kind === 'memory' ? memory : (known[name] ?? (() => -1))
  }
  return imports
}

function buildSystemCalls(memory: WebAssembly.Memory, output: { text: string }): Record<string, HostFunction> {
  const view = () => new DataView(memory.buffer)
  const read = (at: number, length: number) =>
    Buffer.from(new Uint8Array(memory.buffer).slice(at, at + length)).toString()
  const writeNumbers = (...pairs: [at: number, value: number][]) => {
    for (const [at, value] of pairs) view().setInt32(at, value, true)
    return 0
  }
  return {
    fd_write(_file = 0, list = 0, count = 0, written = 0) {
      let total = 0
      for (let index = 0; index < count; index += 1) {
        const length = view().getUint32(list + index * 8 + 4, true)
        total += length
        if (output.text.length < maxOutputLength) output.text += read(view().getUint32(list + index * 8, true), length)
      }
      return writeNumbers([written, total])
    },
    environ_sizes_get: (count = 0, size = 0) => writeNumbers([count, 0], [size, 0]),
    environ_get: () => 0,
    emscripten_get_now: () => performance.now(),
    emscripten_date_now: () => Date.now(),
    clock_time_get(_clock = 0, _precision = 0, at = 0) {
      view().setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true)
      return 0
    },
    emscripten_resize_heap(size = 0) {
      try {
        memory.grow(Math.ceil(((size >>> 0) - memory.buffer.byteLength) / pageBytes))
        return 1
      } catch {
        return 0 // the limit is reached
      }
    },
    /** The library asks for `document()` and included files: it gets none. */
    __asyncjs__fetchBytes: (_url = 0, bytes = 0, count = 0, status = 0) =>
      writeNumbers([bytes, 0], [count, 0], [status, 403]),
  }
}
