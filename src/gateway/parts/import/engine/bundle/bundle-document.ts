/**
 * Bundles an OpenAPI document: everything that `$ref` names in other files becomes a part of the document.
 *
 * A referenced component gets a place of its own in `components` (OpenAPI 3) or beside it (Swagger 2), so that it keeps its name.
 * Everything else takes the place of its first reference, and later references point there. So documents whose parts
 * refer to themselves can be bundled as well.
 *
 * A reference inside an extension (`x-ms-examples`) stays as it was written when its target cannot be read: the gateway reads no
 * extensions except its own, and published documents often come without the files of their examples.
 */
import { isJsonObject, type JsonObject } from '../../../../../shared/lib/collections/json-object.ts'
import { type MemberPath, type ParsedDocument, renderMemberPath } from '../../../../config/text/parsed-document.ts'
import {
  type BundleDeps,
  BundleError,
  type BundleSources,
  openBundleSources,
  resolveLocation,
} from './bundle-source.ts'
import { findSection, type SectionNames } from './component-sections.ts'
import { findPointedValue, parsePointer, renderPointer } from './pointers.ts'

const maxDepth = 1_000

/** Reads and bundles a document. `location` is a URL, `file:` for files. Rejects with `BundleError`, or the error of `read`. */
export async function bundleDocument(location: string, deps: BundleDeps) {
  const sources = openBundleSources(deps)
  /** The document as it was written, for locations. */
  const source = await sources.open(location)
  if (!isJsonObject(source.value))
    throw new BundleError(`${source.file}:1:1 an OpenAPI document must be a map of members`)
  /** The bundled document, which belongs to the caller. */
  const document = structuredClone(source.value)
  await new Bundler({ location, document, source, sources, deps }).bundle()
  return { document, source }
}

interface BundlerOptions {
  location: string
  document: JsonObject
  source: ParsedDocument
  sources: BundleSources
  deps: BundleDeps
}

class Bundler {
  readonly #main: string
  readonly #document: JsonObject
  readonly #source: ParsedDocument
  readonly #sources: BundleSources
  readonly #deps: BundleDeps
  readonly #sections: SectionNames
  /** The pointers in the bundle of everything that was referenced, by its absolute URL. */
  readonly #places = new Map<string, string>()

  constructor({ location, document, source, sources, deps }: BundlerOptions) {
    this.#main = location
    this.#document = document
    this.#source = source
    this.#sources = sources
    this.#deps = deps
    this.#sections = document.openapi === undefined ? 'swagger' : 'openapi'
  }

  bundle(): Promise<void> {
    const file = { location: this.#main, source: this.#source }
    return this.#walk(this.#document, { file, path: [], written: [], depth: 0 })
  }

  /** Bundles the references inside a value. */
  async #walk(value: unknown, at: Position): Promise<void> {
    if (typeof value !== 'object' || value === null) return
    if (at.depth > maxDepth)
      throw new BundleError(`${this.#source.file}: references nest deeper than ${maxDepth} levels`)
    for (const [key, each] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key
      const path = [...at.path, step]
      const inside = { file: at.file, path, written: [...at.written, step], depth: at.depth + 1 }
      if (isReference(each, path)) (value as JsonObject)[key] = await this.#resolve(each, inside)
      else if (key === 'mapping' && at.path.at(-1) === 'discriminator') await this.#walkMapping(each, inside)
      else await this.#walk(each, inside)
    }
  }

  /** Returns what replaces a reference: a reference within the bundle, or the value itself. */
  async #resolve(reference: JsonObject & { $ref: string }, at: Position): Promise<unknown> {
    const { $ref: written, ...siblings } = reference
    if (at.file.location === this.#main && written.startsWith('#')) {
      await this.#walk(siblings, at)
      return reference
    }

    if (at.file.location === this.#main && this.#isDefinitionName(written))
      return { ...siblings, $ref: renderPointer(['definitions', written]) }
    const url = this.#absolute(written, at)
    const [location = '', fragment = ''] = url.split('#', 2)
    if (location === this.#main) return { ...siblings, $ref: `#${fragment}` }
    const known = this.#places.get(url)
    if (known !== undefined) return { ...siblings, $ref: known }

    const found = await this.#read({ location, fragment, reference: written }, at).catch((error) => {
      if (isInForeignExtension(at.path)) return undefined
      throw error
    })
    if (found === undefined) return reference
    const value = structuredClone(found.value)
    const { file } = found
    const named = findSection(this.#sections, at.path, fragment, location)
    if (!named) {
      this.#places.set(url, renderPointer(at.path))
      if (isReference(value, at.path))
        return this.#resolve(value, { ...at, file, written: found.path, depth: at.depth + 1 })
      await this.#walk(value, { ...at, file, written: found.path })
      return isJsonObject(value) ? { ...value, ...siblings } : value
    }

    const path = this.#freePath([...named.path, named.name])
    this.#places.set(url, renderPointer(path))
    this.#put(path, value)
    const inside = { file, path, written: found.path, depth: at.depth + 1 }
    if (isReference(value, path)) this.#put(path, await this.#resolve(value, inside))
    else await this.#walk(value, inside)
    return { ...siblings, $ref: renderPointer(path) }
  }

  /** The values of a discriminator's mapping are references or names of schemas (OpenAPI 3.0 section 4.7.25). */
  async #walkMapping(mapping: unknown, at: Position): Promise<void> {
    if (!isJsonObject(mapping)) return
    for (const [key, each] of Object.entries(mapping)) {
      if (typeof each !== 'string' || !/[/#]|\.(json|ya?ml)$/.test(each)) continue
      const path = [...at.path.slice(0, -2), 'oneOf', 0]
      const target = (await this.#resolve({ $ref: each }, { ...at, path })) as JsonObject
      if (typeof target.$ref === 'string') mapping[key] = target.$ref
    }
  }

  /** Swagger 1.2 referred to models by their names, and documents that were converted from it still do. */
  #isDefinitionName(written: string): boolean {
    const { definitions } = this.#document
    return this.#sections === 'swagger' && isJsonObject(definitions) && Object.hasOwn(definitions, written)
  }

  #absolute(written: string, at: Position): string {
    try {
      return resolveLocation(written, at.file.location)
    } catch {
      throw this.#errorAt(at, `$ref "${written}" is neither a path nor a URL`)
    }
  }

  /** Returns the value that a reference names, with its file and its path in it. Rejects with `BundleError`. */
  async #read(
    { location, fragment, reference }: { location: string; fragment: string; reference: string },
    at: Position,
  ) {
    const refusal = this.#findRefusal(location, reference, at)
    if (refusal) throw this.#errorAt(at, `$ref "${reference}" ${refusal}`)
    let source: ParsedDocument
    try {
      source = await this.#sources.open(location)
    } catch (error) {
      if (error instanceof BundleError) throw error
      throw this.#errorAt(at, `$ref "${reference}" cannot be read: ${(error as Error).message}`)
    }
    const value = findPointedValue(source.value, fragment)
    if (value === undefined) throw this.#errorAt(at, `$ref "${reference}" points to nothing in ${source.file}`)
    return { value, file: { location, source }, path: parsePointer(fragment, source.value) }
  }

  #findRefusal(location: string, reference: string, at: Position): string | undefined {
    try {
      return this.#deps.findRefusal(location)
    } catch (error) {
      throw this.#errorAt(at, `$ref "${reference}" names no file: ${(error as Error).message}`)
    }
  }

  #errorAt({ file: { source }, written, path }: Position, message: string): BundleError {
    const { file, line, column } = source.locate([...written, '$ref'])
    return new BundleError(`${file}:${line}:${column} ${renderMemberPath(path)}: ${message}`)
  }

  /** Returns a path that has no value yet: `Pet`, or `Pet-2` when there is another `Pet`. */
  #freePath(path: readonly string[]): string[] {
    const [name = '', holder] = [path.at(-1), path.slice(0, -1)]
    for (let number = 1; ; number += 1) {
      const candidate = [...holder, number === 1 ? name : `${name}-${number}`]
      if (findPointedValue(this.#document, renderPointer(candidate).slice(1)) === undefined) return candidate
    }
  }

  #put(path: readonly string[], value: unknown): void {
    let holder = this.#document
    for (const key of path.slice(0, -1)) {
      if (!isJsonObject(holder[key])) holder[key] = {}
      holder = holder[key] as JsonObject
    }
    holder[path.at(-1) as string] = value
  }
}

interface Position {
  /** The file that the value comes from. */
  file: { location: string; source: ParsedDocument }
  /** The path of the value in the bundle. */
  path: MemberPath
  /** The path of the value in its file. */
  written: MemberPath
  depth: number
}

/** Returns whether a value is a reference. A property of a schema may be called `$ref`, and examples may contain anything. */
function isReference(value: unknown, path: MemberPath): value is JsonObject & { $ref: string } {
  if (!isJsonObject(value) || typeof value.$ref !== 'string') return false
  return path.at(-1) !== 'properties' && !path.some((key) => key === 'example' || key === 'x-example')
}

/** Returns whether a path is inside an extension that this gateway does not read. */
function isInForeignExtension(path: MemberPath): boolean {
  return path.some((key) => typeof key === 'string' && key.startsWith('x-') && !key.startsWith('x-ibm-'))
}
