/**
 * One instance of QuickJS-NG, a JavaScript engine compiled to WebAssembly: the isolate in which a script runs.
 *
 * A script can reach nothing but the memory of its instance and the host function that it is handed. All state of
 * the engine is in that memory, so that an instance starts from an image, and is set back to it after a call.
 */
import { randomFillSync } from 'node:crypto'
import type { ThrownError } from '../../../data-plane/errors/gateway-errors.ts'
import { type EngineImage, findParts, restoreMemory } from './engine-image.ts'

/** A value that crosses the border of the isolate. */
export type HostValue = string | Uint8Array | number | undefined

export interface EngineHost {
  /** Serves the host function of the prelude. An error that it throws is thrown in the script. */
  call(operation: string, values: readonly HostValue[]): HostValue
  /** Returns whether the script has used its time. The engine asks now and then while a script runs. */
  isOverdue(): boolean
}

/** Reports an error that a script has thrown, or the limit that it exceeded. */
export class ScriptError extends Error {
  override name = 'ScriptError'
  /** The stack in the spelling of the engine; an empty text when there is none. */
  readonly scriptStack: string
  /** The members `name` and `message` of a thrown object, or a thrown text; undefined for limits. */
  readonly thrown: ThrownError | undefined

  constructor(message: string, scriptStack = '', thrown?: ThrownError) {
    super(message)
    this.scriptStack = scriptStack
    this.thrown = thrown
  }
}

/** A pointer to a value in the memory of the engine. It is valid until the engine is set back to an image. */
export type ValuePointer = number

interface EngineExports {
  memory: WebAssembly.Memory
  __stack_pointer: WebAssembly.Global
  [name: string]: unknown
}

/** Flags of the engine for what bytecode leaves out: the text of functions, and their lines as well. */
const stripSource = 0x10
const stripAll = 0x30
/** Short scripts end before the first collection of garbage; their memory is set back as a whole. */
const gcThresholdBytes = 1024 * 1024
const maxStackBytes = 192 * 1024
const headroomBytes = 128 * 1024
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class ScriptEngine {
  readonly #exports: EngineExports
  readonly #host: EngineHost
  /** The memory above the stack as the module has it, before the engine has started. */
  readonly #constants: Uint8Array
  /** Promises that were rejected and are not handled, with the reasons. */
  readonly unhandled = new Map<number, string>()

  /** Starts an engine, from an image or empty. */
  constructor(module: WebAssembly.Module, host: EngineHost, image?: EngineImage) {
    this.#host = host
    this.#exports = new WebAssembly.Instance(module, this.#imports()).exports as unknown as EngineExports
    const stackPointer = this.#exports.__stack_pointer.value as number
    this.#constants = this.#memory().slice(stackPointer)
    if (image) {
      this.restore(image)
      return
    }
    this.#run('_initialize')
    if (this.#run('qjs_init') !== 0) throw new Error('the script engine does not start')
    this.#run('qjs_set_max_stack_size', maxStackBytes)
    this.#run('qjs_set_gc_threshold', gcThresholdBytes)
    this.#run('qjs_set_interrupt_handler', 1)
    this.#run('qjs_set_promise_rejection_handler', 1)
    this.#run('wasm_free', this.#run('wasm_malloc', headroomBytes)) // small scripts then never let the memory grow
  }

  get memorySize(): number {
    return this.#exports.memory.buffer.byteLength
  }

  /** Limits the bytes that scripts may use, beside what is in use already. */
  limitMemory(bytes: number): void {
    this.#run('qjs_set_memory_limit', bytes)
  }

  takeImage(): EngineImage {
    const stackPointer = this.#exports.__stack_pointer.value as number
    const memory = this.#memory()
    let end = memory.length
    while (end > stackPointer && memory[end - 1] === 0) end -= 1
    const bytes = memory.slice(stackPointer, end)
    return {
      bytes,
      parts: findParts(bytes, this.#constants),
      memorySize: memory.length,
      stackPointer,
      runtime: this.#run('qjs_get_runtime_ptr'),
      context: this.#run('qjs_get_context_ptr'),
    }
  }

  /** Sets the memory to the image. Nothing of what ran since then is left above the stack. */
  restore(image: EngineImage): void {
    const { memorySize, stackPointer, runtime, context } = image
    const missing = memorySize - this.memorySize
    if (missing > 0) this.#exports.memory.grow(missing / 65_536)
    restoreMemory(this.#memory(), image)
    this.#exports.__stack_pointer.value = stackPointer
    this.#run('qjs_set_runtime_and_context', runtime, context)
    this.unhandled.clear()
  }

  /** Runs a text as a program and returns its value. Throws `ScriptError`. */
  evaluate(code: string, file: string): ValuePointer {
    const [text, length] = this.#writeText(code)
    const [name] = this.#writeText(file)
    return this.#check(this.#run('qjs_eval', text, length, name, 0))
  }

  /** Returns the bytecode of a program, which engines load without the leftovers of a compilation. Throws `ScriptError`. */
  compile(code: string, file: string, keepsLines: boolean): Uint8Array {
    const [text, length] = this.#writeText(code)
    const [name] = this.#writeText(file)
    const size = this.#allocate(4)
    const at = this.#run('qjs_compile', text, length, name, 0, keepsLines ? stripSource : stripAll, size)
    if (at === 0) this.#throwException()
    return this.#memory().slice(at, at + this.#readNumber(size))
  }

  /** Runs a program in bytecode and returns its value. Throws `ScriptError`. */
  load(bytecode: Uint8Array): ValuePointer {
    const at = this.#allocate(bytecode.length)
    this.#memory().set(bytecode, at)
    const value = this.#check(this.#run('qjs_eval_bytecode', at, bytecode.length))
    this.#run('wasm_free', at)
    return value
  }

  /** Calls a function. Throws `ScriptError`. */
  call(callee: ValuePointer, ...values: ValuePointer[]): ValuePointer {
    const list = this.#allocate(Math.max(4, values.length * 4))
    const view = new DataView(this.#exports.memory.buffer)
    for (const [index, value] of values.entries()) view.setUint32(list + index * 4, value, true)
    return this.#check(this.#run('qjs_call', callee, this.#run('qjs_get_undefined'), values.length, list))
  }

  /** Runs the jobs of promises until none is left. Throws `ScriptError`. Returns whether there were any. */
  runJobs(): boolean {
    if (this.#run('qjs_is_job_pending') === 0) return false
    while (this.#run('qjs_is_job_pending') !== 0) if (this.#run('qjs_execute_pending_job') < 0) this.#throwException()
    return true
  }

  findMember(object: ValuePointer, name: string): ValuePointer {
    return this.#run('qjs_get_prop_string', object, this.#writeText(name)[0])
  }

  /** Returns the host function, through which a script calls the host. */
  createHostFunction(): ValuePointer {
    const [name, length] = this.#writeText('host')
    return this.#run('qjs_new_host_function', name, length, 0)
  }

  toPointer(value: HostValue): ValuePointer {
    if (value === undefined) return this.#run('qjs_get_undefined')
    if (typeof value === 'number') return this.#run('qjs_new_number', value)
    if (typeof value === 'string') return this.#run('qjs_new_string', ...this.#writeText(value))
    const at = this.#allocate(value.length)
    this.#memory().set(value, at)
    return this.#run('qjs_new_uint8_array', at, value.length)
  }

  fromPointer(pointer: ValuePointer): HostValue {
    if (this.#run('qjs_is_string', pointer) !== 0) return this.readText(pointer)
    if (this.#run('qjs_is_number', pointer) !== 0) return this.#run('qjs_get_float64', pointer)
    return this.#run('qjs_is_object', pointer) === 0 ? undefined : this.#readBytes(pointer)
  }

  /** Returns the text of a value, as `String(value)` does. */
  readText(pointer: ValuePointer): string {
    const length = this.#allocate(4)
    const at = this.#run('qjs_get_string_len', pointer, length)
    if (at === 0) return ''
    return decoder.decode(this.#memory().subarray(at, at + this.#readNumber(length)))
  }

  #readBytes(pointer: ValuePointer): Uint8Array | undefined {
    const facts = this.#allocate(16)
    const buffer = this.#run('qjs_get_typed_array_buffer', pointer, facts, facts + 4, facts + 8)
    if (this.#run('qjs_is_exception', buffer) !== 0) {
      this.#run('qjs_get_exception')
      return undefined
    }
    const at = this.#run('qjs_get_array_buffer', buffer, facts + 12) + this.#readNumber(facts)
    return this.#memory().slice(at, at + this.#readNumber(facts + 4))
  }

  #check(value: ValuePointer): ValuePointer {
    if (this.#run('qjs_is_exception', value) !== 0) this.#throwException()
    return value
  }

  #throwException(): never {
    const error = this.#run('qjs_get_exception')
    const text = this.readText(error)
    if (this.#run('qjs_is_object', error) === 0)
      throw new ScriptError(text, '', { name: 'JavaScriptError', message: text })
    const [name = 'JavaScriptError', message = text] = ['name', 'message'].map((each) => {
      const member = this.findMember(error, each)
      return this.#run('qjs_is_string', member) === 0 ? undefined : this.readText(member)
    })
    const isError = this.#run('qjs_is_error', error) !== 0
    const stack = isError ? this.readText(this.findMember(error, 'stack')) : ''
    throw new ScriptError(isError ? text : `${name}: ${message}`, stack, { name, message })
  }

  #writeText(text: string): [at: number, length: number] {
    const size = text.length < 4_096 ? text.length * 3 : Buffer.byteLength(text)
    const at = this.#allocate(size + 1)
    const memory = this.#memory()
    const { written } = encoder.encodeInto(text, memory.subarray(at, at + size))
    memory[at + written] = 0
    return [at, written]
  }

  #allocate(bytes: number): number {
    const at = this.#run('wasm_malloc', bytes)
    if (at === 0) throw new ScriptError('out of memory')
    return at
  }

  #readNumber(at: number): number {
    return new DataView(this.#exports.memory.buffer).getUint32(at, true)
  }

  #memory(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer)
  }

  #run(name: string, ...values: number[]): number {
    return (this.#exports[name] as (...values: number[]) => number)(...values)
  }

  #imports(): WebAssembly.Imports {
    const unsupported = () => 8 // EBADF: the engine has no files
    return {
      env: {
        host_call: (_name: number, _length: number, _this: number, count: number, list: number) =>
          this.#callHost(count, list),
        host_interrupt: () => (this.#host.isOverdue() ? 1 : 0),
        host_promise_rejection: (promise: number, reason: number, isHandled: number) => {
          const key = this.#run('qjs_get_value_ptr', promise)
          if (isHandled !== 0) this.unhandled.delete(key)
          else this.unhandled.set(key, this.readText(reason))
        },
        host_module_normalize: () => 0,
        host_module_load: () => 0,
        host_get_timezone_offset: () => 0,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_id: number, _precision: bigint, at: number) => {
          new DataView(this.#exports.memory.buffer).setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true)
          return 0
        },
        random_get: (at: number, length: number) => {
          randomFillSync(this.#memory(), at, length)
          return 0
        },
        fd_close: unsupported,
        fd_fdstat_get: unsupported,
        fd_seek: unsupported,
        fd_write: unsupported,
      },
    }
  }

  #callHost(count: number, list: number): number {
    try {
      const pointers = Array.from({ length: count }, (_, index) => this.#readNumber(list + index * 4))
      const [operation, ...values] = pointers.map((each) => this.fromPointer(each))
      return this.toPointer(this.#host.call(String(operation), values))
    } catch (error) {
      const value = this.#run('qjs_new_error')
      const message = this.toPointer((error as Error).message)
      this.#run('qjs_set_prop_string', value, this.#writeText('message')[0], message)
      this.#run('qjs_throw', value)
      return 0
    }
  }
}
