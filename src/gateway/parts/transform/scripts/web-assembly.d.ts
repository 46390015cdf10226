/** The part of the WebAssembly interface that the script engine uses. The types of Node do not have it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
    static imports(module: Module): { module: string; name: string; kind: string }[]
  }
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Record<string, unknown>
  }
  class Memory {
    /** Sizes in pages of 64 KiB. */
    constructor(options: { initial: number; maximum: number; shared: boolean })
    readonly buffer: ArrayBuffer
    /** Adds pages of 64 KiB. */
    grow(pages: number): number
  }
  interface Global {
    value: unknown
  }
  type Imports = Record<string, Record<string, Memory | ((...values: never[]) => unknown)>>
}
