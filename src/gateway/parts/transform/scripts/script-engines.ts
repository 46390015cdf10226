/** Engines that are ready for a call: each script has an image of an engine that has compiled it. */
import { readFileSync } from 'node:fs'
import { findAsset } from '../../../../shared/lib/package/source-files.ts'
import type { EngineImage } from './engine-image.ts'
import { renderJsonata } from './jsonata.ts'
import { type EngineHost, ScriptEngine, type ValuePointer } from './script-engine.ts'
import type { ScriptDefinition } from './script-messages.ts'

/** What the prelude returns, in the engine. */
export interface Prelude {
  begin: ValuePointer
  turn: ValuePointer
  finish: ValuePointer
  reply: ValuePointer
}

export interface PreparedScript {
  image: EngineImage
  prelude: Prelude
  callee: ValuePointer
}

/** An engine with a host that is replaced for each call. */
export interface EngineSlot {
  engine: ScriptEngine
  host: EngineHost
  /** The image that the memory has; undefined when a script has run since it was set. */
  image: EngineImage | undefined
}

const files = [
  'values',
  'message',
  'xml',
  'context',
  'urlopen',
  'map-schemas',
  'map',
  'multipart',
  'convert',
  'expression',
  'javascript',
  'modules',
  'start',
] as const
const maxImages = 100
const maxIdleEngines = 8
const noHost: EngineHost = { call: () => undefined, isOverdue: () => false }

export type ScriptEngines = ReturnType<typeof openScriptEngines>

export function openScriptEngines(module: WebAssembly.Module) {
  const base = loadPrelude(module)
  const prepared = new Map<number, PreparedScript>()
  const { take, release } = openEnginePool(module, base.slot)

  /** Compiles in an engine of its own, whose leftovers no script has to carry. Throws `ScriptError`. */
  function compileApart(code: string): Uint8Array {
    const slot = take(base.image)
    try {
      return slot.engine.compile(code, 'gatewayscript', true)
    } finally {
      release(slot, base.image)
    }
  }

  function compile({ source, expressions, properties }: ScriptDefinition): PreparedScript {
    const slot = take(base.image)
    const { engine } = slot
    const script = `(function (require, module, exports) {${source}\n})`
    const code = expressions ? `(() => {${renderJsonata(expressions)} return ${script}})()` : script
    const callee = engine.load(compileApart(code))
    engine.call(engine.findMember(base.guest, 'setProperties'), engine.toPointer(properties))
    const image = engine.takeImage()
    release(slot, image)
    return { image, prelude: base.prelude, callee }
  }

  return {
    /** Compiles the script, unless it is compiled already. Throws `ScriptError`. */
    prepare(definition: ScriptDefinition): PreparedScript {
      const known = prepared.get(definition.number)
      prepared.delete(definition.number)
      const script = known ?? compile(definition)
      prepared.set(definition.number, script) // the last one of the map is the one that was used last
      const [oldest] = prepared.keys()
      if (prepared.size > maxImages && oldest !== undefined) prepared.delete(oldest)
      return script
    },

    /** Returns an engine that has the image of the script. */
    take({ image }: PreparedScript, { memoryLimitBytes }: ScriptDefinition): EngineSlot {
      const slot = take(image)
      slot.engine.limitMemory(memoryLimitBytes)
      return slot
    },

    /** Takes an engine back. One whose memory has grown is dropped. */
    release: (slot: EngineSlot, { image }: PreparedScript) => release(slot, image),
  }
}

/** Keeps some engines for the next calls. */
function openEnginePool(module: WebAssembly.Module, first: EngineSlot) {
  const idle: EngineSlot[] = [first]
  return { take, release }

  function take(image: EngineImage): EngineSlot {
    const ready = idle.findIndex((each) => each.image === image)
    const [slot] = idle.splice(ready < 0 ? 0 : ready, 1)
    if (!slot) return openSlot(module, image)
    if (slot.image !== image) slot.engine.restore(image)
    slot.image = undefined
    return slot
  }

  /** Takes an engine back. Its memory is set for the next call of the same script when the current call has been served. */
  function release(slot: EngineSlot, image: EngineImage): void {
    slot.host = noHost
    if (slot.engine.memorySize !== image.memorySize || idle.length >= maxIdleEngines) return
    idle.push(slot)
    setImmediate(() => {
      if (slot.image || !idle.includes(slot)) return
      slot.engine.restore(image)
      slot.image = image
    })
  }
}

function openSlot(module: WebAssembly.Module, image?: EngineImage): EngineSlot {
  const slot: Omit<EngineSlot, 'engine'> & { engine?: ScriptEngine } = { host: noHost, image: undefined }
  slot.engine = new ScriptEngine(
    module,
    { call: (operation, values) => slot.host.call(operation, values), isOverdue: () => slot.host.isOverdue() },
    image,
  )
  return slot as EngineSlot
}

function loadPrelude(module: WebAssembly.Module): {
  slot: EngineSlot
  image: EngineImage
  guest: ValuePointer
  prelude: Prelude
} {
  const slot = openSlot(module)
  const { engine } = slot
  const texts = files.map((name) =>
    readFileSync(findAsset(`gateway/parts/transform/scripts/prelude/${name}.js`), 'utf8'),
  )
  const parts = texts.map((text) => `;(function (guest) {\n${text}})(guest)`)
  const code = `(function (host) { const guest = { host };\n${parts.join('\n')}\nreturn guest.start })`
  const compiler = openSlot(module).engine
  const guest = engine.call(engine.load(compiler.compile(code, 'sluice', false)), engine.createHostFunction())
  const member = (name: string) => engine.findMember(guest, name)
  const prelude = { begin: member('begin'), turn: member('turn'), finish: member('finish'), reply: member('reply') }
  return { slot, image: engine.takeImage(), guest, prelude }
}
