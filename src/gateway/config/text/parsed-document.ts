/** A parsed document: its value and the location of each part. */
import { dirname, resolve } from 'node:path'
import { LineCounter } from 'yaml'
import type { SourceLocation } from '../types/index.ts'
import type { ParsedYaml, YamlProblem } from './yaml-value-builder.ts'

/** The steps from the top of a document to a value: `['grants', 1]`. */
export type MemberPath = readonly (string | number)[]

export class ParsedDocument {
  /** The path of the file relative to the configuration folder, as problems show it. */
  readonly file: string
  /** The text as it is written. */
  readonly text: string
  /** Problems of the YAML text. The affected values are undefined. */
  readonly yamlProblems: readonly YamlProblem[]
  /** Whether the document demands that everything it names is defined: `x-sluice: { strict: true }`. */
  isStrict = false
  readonly #root: string
  readonly #parse: (text: string) => ParsedYaml
  readonly #replaced: { path: MemberPath; value: unknown }[] = []
  readonly #gaps: MemberPath[] = []
  #parsed: ParsedYaml | undefined
  #lines: LineCounter | undefined

  constructor(file: string, root: string, text: string, parse: (text: string) => ParsedYaml) {
    this.file = file
    this.text = text
    this.#root = root
    this.#parse = parse
    this.#parsed = parse(text)
    this.yamlProblems = this.#parsed.problems
    if (this.yamlProblems.length > 0) this.#addUnread(this.value, [])
  }

  /** Returns the document of an unreadable file: everything in it is a gap. */
  static unreadable(file: string): ParsedDocument {
    const source = new ParsedDocument(file, '', '', () => ({ value: {}, members: new Map(), problems: [] }))
    source.addGap([])
    return source
  }

  /** The absolute path of the folder to which paths in the document are relative. */
  get folder(): string {
    return dirname(resolve(this.#root, this.file))
  }

  get value(): unknown {
    return this.#content().value
  }

  /** Discards the parsed value and keeps the text. Locations are rarely needed later; the text is then parsed again. */
  discardParsedValue(): void {
    this.#parsed = undefined
    this.#lines = undefined
  }

  /** Returns the location of the value at a path, or of the nearest existing value around it. */
  locate(path: MemberPath = []): SourceLocation {
    return this.#placeIn(path, this.#find(path)?.value)
  }

  /** Returns the location of the member name at a path. */
  locateKey(path: MemberPath): SourceLocation {
    return this.#placeIn(path, this.#find(path)?.key)
  }

  /** Records that the value at a path is invalid or missing and that an error reports it. */
  addGap(path: MemberPath): void {
    this.#gaps.push([...path])
  }

  /** Returns whether the value at a path, or a value that contains it, is invalid or missing. */
  isGap(path: MemberPath): boolean {
    return this.#gaps.some((gap) => beginsWith(path, gap))
  }

  /** Returns whether the value at a path, a value that contains it, or a value inside it is invalid or missing. */
  hasGap(path: MemberPath): boolean {
    return this.#gaps.some((gap) => beginsWith(path, gap) || beginsWith(gap, path))
  }

  /** Returns the location of a value inside an element, given the location of the element's name. */
  locateWithin({ line, column }: SourceLocation, path: MemberPath): SourceLocation | undefined {
    this.locateOffset(0)
    const element = this.#findKey((this.#lines as LineCounter).lineStarts[line - 1] ?? 0, column - 1, this.value, [])
    return element && this.locate([...element, ...path])
  }

  locateOffset(offset: number): SourceLocation {
    this.#lines ??= linesOf(this.text)
    const { line, col } = this.#lines.linePos(offset)
    return { file: this.file, line, column: col }
  }

  valueAt(path: MemberPath): unknown {
    return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), this.value)
  }

  replace(path: MemberPath, value: unknown): void {
    this.#put(path, value)
    this.#replaced.push({ path, value })
  }

  /** Returns the text of the document at a path when it differs from the value: `$env{PORT}`, `1.0`. */
  writtenText(path: MemberPath): string | undefined {
    const holder = this.valueAt(path.slice(0, -1))
    const key = path.at(-1)
    return isObject(holder) && key !== undefined ? this.#content().members.get(holder)?.get(key)?.written : undefined
  }

  /** Returns whether the document has a member; false for one that has its default. */
  isWritten(path: MemberPath): boolean {
    const holder = this.valueAt(path.slice(0, -1))
    const key = path.at(-1)
    return isObject(holder) && key !== undefined && this.#content().members.get(holder)?.has(key) === true
  }

  /** Returns the value for an error text as the document writes it, never the text that a reference resolves to. */
  renderValue(path: MemberPath): string {
    const value = this.valueAt(path)
    return this.writtenText(path) ?? (isObject(value) ? 'a list or a map' : String(value))
  }

  /** Returns the path of the member whose name begins at a column of the line that starts at an offset. */
  #findKey(lineStart: number, column: number, value: unknown, path: MemberPath): MemberPath | undefined {
    if (!isObject(value)) return undefined
    for (const [key, member] of this.#content().members.get(value) ?? []) {
      const here = [...path, key]
      if (typeof key === 'string' && member.key === lineStart + column) return here
      const found = this.#findKey(lineStart, column, value[key], here)
      if (found) return found
    }
    return undefined
  }

  #placeIn(path: MemberPath, offset = 0): SourceLocation {
    const location = this.locateOffset(offset)
    return this.#gaps.length > 0 && this.isGap(path) ? { ...location, reported: true } : location
  }

  /** Records gaps for references that cannot be resolved; their members are undefined. */
  #addUnread(value: unknown, path: MemberPath): void {
    if (value === undefined) this.addGap(path)
    if (!isObject(value)) return
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
    for (const key of keys) this.#addUnread(value[key], [...path, key])
  }

  #content(): ParsedYaml {
    if (this.#parsed) return this.#parsed
    this.#parsed = this.#parse(this.text)
    for (const { path, value } of this.#replaced) this.#put(path, value)
    return this.#parsed
  }

  #put(path: MemberPath, value: unknown): void {
    const holder = this.valueAt(path.slice(0, -1))
    const key = path.at(-1)
    if (isObject(holder) && key !== undefined) holder[key] = value
  }

  #find(path: MemberPath) {
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

/** Renders a path as text: `native_provider.grants[1]`, `paths["/customers"].get`. */
export function renderMemberPath(path: MemberPath): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    if (!/^[A-Za-z_][\w.-]*$/.test(key)) return `${text}["${key}"]`
    return text === '' ? key : `${text}.${key}`
  }, '')
}

function beginsWith(path: MemberPath, start: MemberPath): boolean {
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
