/** What libxslt asks of its host: it may write messages and know the time; files, sockets and processes are refused. */

export interface XsltExports {
  [name: string]: (...values: number[]) => number
}

type HostFunction = (...values: number[]) => unknown

const pageBytes = 65_536
const maxOutputLength = 10_000

/** @param output gets the messages of the library @param used gets the functions of the instance, once it is made */
export function buildXsltImports(
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
