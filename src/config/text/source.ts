/**
 * One document: its value, and where each part of it stands.
 */
import { LineCounter } from 'yaml'

import type { Place } from '../types/index.ts'
import type { Fault, ParsedYaml } from './builder.ts'

/** The way to a part of a document, from its top: `['grants', 1]`. */
export type Path = readonly (string | number)[]

export class Source {
  /** As it is named in problems, relative to the folder of the configuration. */
  readonly file: string
  /** The folder that paths in the document start from, absolute. */
  readonly folder: string
  /** What could not be read; it is undefined in the value. */
  readonly faults: readonly Fault[]
  readonly #text: string
  readonly #parse: (text: string) => ParsedYaml
  readonly #replaced: { path: Path; value: unknown }[] = []
  readonly #gaps: Path[] = []
  #parsed: ParsedYaml | undefined
  #lines: LineCounter | undefined

  constructor(file: string, folder: string, text: string, parse: (text: string) => ParsedYaml) {
    this.file = file
    this.folder = folder
    this.#text = text
    this.#parse = parse
    this.#parsed = parse(text)
    this.faults = this.#parsed.faults
    if (this.faults.length > 0) this.#addUnread(this.value, [])
  }

  /** The document of a file that cannot be read: everything in it is a gap. */
  static unreadable(file: string): Source {
    const source = new Source(file, '', '', () => ({ value: {}, members: new Map(), faults: [] }))
    source.addGap([])
    return source
  }

  get value(): unknown {
    return this.#content().value
  }

  /** Keeps the text alone. Of documents that are right hardly any place is asked for later, and it is found again then. */
  release(): void {
    this.#parsed = undefined
    this.#lines = undefined
  }

  /** Where the value at a path begins, or the nearest thing around it that exists. */
  place(path: Path = []): Place {
    return this.#placeIn(path, this.#find(path)?.value)
  }

  /** Where the name of the member at a path begins. */
  keyPlace(path: Path): Place {
    return this.#placeIn(path, this.#find(path)?.key)
  }

  /** Notes that what stands at a path is wrong or missing, and that an error says so. */
  addGap(path: Path): void {
    this.#gaps.push([...path])
  }

  /** Whether the value at a path, or what it stands in, is wrong or missing. */
  isGap(path: Path): boolean {
    return this.#gaps.some((gap) => beginsWith(path, gap))
  }

  /** Whether the value at a path, what it stands in, or anything inside it is wrong or missing. */
  hasGap(path: Path): boolean {
    return this.#gaps.some((gap) => beginsWith(path, gap) || beginsWith(gap, path))
  }

  /** Where the value at a path inside an element stands, by the place of the element's name. */
  placeWithin({ line, column }: Place, path: Path): Place | undefined {
    this.placeOf(0)
    const element = this.#findKey(
      (this.#lines as LineCounter).lineStarts[line - 1] ?? 0,
      column - 1,
      this.value,
      [],
    )
    return element && this.place([...element, ...path])
  }

  placeOf(offset: number): Place {
    this.#lines ??= linesOf(this.#text)
    const { line, col } = this.#lines.linePos(offset)
    return { file: this.file, line, column: col }
  }

  at(path: Path): unknown {
    return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), this.value)
  }

  replace(path: Path, value: unknown): void {
    this.#put(path, value)
    this.#replaced.push({ path, value })
  }

  /** What stands in the document at a path, when that is not the value itself: `$env{PORT}`, `1.0`. */
  written(path: Path): string | undefined {
    const holder = this.at(path.slice(0, -1))
    const key = path.at(-1)
    return isObject(holder) && key !== undefined
      ? this.#content().members.get(holder)?.get(key)?.written
      : undefined
  }

  /** What a problem shows of a value: what stands in the document, never what a reference in it resolved to. */
  shown(path: Path): string {
    return this.written(path) ?? String(this.at(path))
  }

  /** The path of the member whose name begins at this column of the line that starts at an offset. */
  #findKey(lineStart: number, column: number, value: unknown, path: Path): Path | undefined {
    if (!isObject(value)) return undefined
    for (const [key, member] of this.#content().members.get(value) ?? []) {
      const here = [...path, key]
      if (typeof key === 'string' && member.key === lineStart + column) return here
      const found = this.#findKey(lineStart, column, value[key], here)
      if (found) return found
    }
    return undefined
  }

  #placeIn(path: Path, offset = 0): Place {
    const place = this.placeOf(offset)
    return this.#gaps.length > 0 && this.isGap(path) ? { ...place, reported: true } : place
  }

  /** A reference that cannot be resolved is a fault, and leaves its member undefined. */
  #addUnread(value: unknown, path: Path): void {
    if (value === undefined) this.addGap(path)
    if (!isObject(value)) return
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
    for (const key of keys) this.#addUnread(value[key], [...path, key])
  }

  #content(): ParsedYaml {
    if (this.#parsed) return this.#parsed
    this.#parsed = this.#parse(this.#text)
    for (const { path, value } of this.#replaced) this.#put(path, value)
    return this.#parsed
  }

  #put(path: Path, value: unknown): void {
    const holder = this.at(path.slice(0, -1))
    const key = path.at(-1)
    if (isObject(holder) && key !== undefined) holder[key] = value
  }

  #find(path: Path) {
    const { members } = this.#content()
    let value = this.value
    let found: { key: number; value: number } | undefined
    for (const key of path) {
      const member = isObject(value) ? members.get(value)?.get(key) : undefined
      if (!member) break
      found = member
      value = (value as Record<string | number, unknown>)[key]
    }
    return found
  }
}

/** `native_provider.grants[1]`, `paths["/customers"].get`. */
export function renderPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    if (!/^[A-Za-z_][\w.-]*$/.test(key)) return `${text}["${key}"]`
    return text === '' ? key : `${text}.${key}`
  }, '')
}

function beginsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((step, index) => step === path[index])
}

function linesOf(text: string): LineCounter {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  return lines
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
