/**
 * Replaces `<include location="…"/>` by the elements of another file. The location is relative to the including file.
 *
 * `onConflict` applies to an element that both files have, compared by id or, without an id, by name. MERGE, the
 * default, combines both: later attributes win and children are added. REPLACE keeps the element of the included
 * file, IGNORE that of the including file.
 */
import { dirname, relative, resolve } from 'node:path'
import { describeFileError } from '../../../shared/lib/files/file-error.ts'
import { readRegularFile } from '../../../shared/lib/files/read-regular-file.ts'
import { parseXml, type XmlElement, XmlError } from './xml.ts'

export interface IncludeOptions {
  /** The folder of the settings file. Error texts name included files relative to it. */
  folder: string
  /** Returns a value with its variables replaced. Throws for an unknown variable. */
  expandVariables(text: string): string
  error(at: XmlElement, message: string): void
  /** Called for every included file with its text; undefined when the file cannot be read. */
  onFile?: ((path: string, text: string | undefined) => void) | undefined
}

/** The file that is being read, and the files that include it. */
type Including = { path: string; before: readonly string[] }

const policies = ['MERGE', 'REPLACE', 'IGNORE']
/** The maximum number of included files. Files that include each other repeatedly multiply. */
const maxFiles = 100

/** Returns the element with all includes replaced. Reports errors to `error` of the options; does not throw. */
export function expandIncludes(server: XmlElement, file: string, options: IncludeOptions): XmlElement {
  return new IncludeExpander(options).expand(server, { path: resolve(options.folder, file), before: [] })
}

class IncludeExpander {
  readonly #options: IncludeOptions
  #fileCount = 0

  constructor(options: IncludeOptions) {
    this.#options = options
  }

  expand(element: XmlElement, including: Including): XmlElement {
    if (!element.children.some(({ name }) => name === 'include')) return element

    const own = element.children.filter(({ name }) => name !== 'include')
    const ownKeys = new Set(own.map(keyOf))
    const replaced = new Set<string>()
    const children = element.children.flatMap((child) => {
      if (child.name !== 'include') return child
      const policy = this.#readPolicy(child)
      const included = this.#read(child, including)?.children ?? []
      if (policy === 'IGNORE') return included.filter((each) => !ownKeys.has(keyOf(each)))
      if (policy === 'REPLACE') for (const each of included) replaced.add(keyOf(each))
      return included
    })
    const kept = children.filter((each) => !own.includes(each) || !replaced.has(keyOf(each)))
    return { ...element, children: mergeSame(kept) }
  }

  #readPolicy(include: XmlElement): string {
    const policy = (include.attributes.get('onConflict') ?? 'MERGE').toUpperCase()
    if (!policies.includes(policy))
      this.#fail(include, `<include onConflict> must be one of ${policies.join(', ')}, found "${policy}"`)
    return policy
  }

  /** Returns the root of an included file with its own includes replaced, or undefined after reporting an error. */
  #read(include: XmlElement, including: Including): XmlElement | undefined {
    const path = this.#findPath(include, including)
    if (path === undefined) return undefined
    const stack = [...including.before, including.path]
    if (stack.includes(path)) {
      const circle = [...stack.slice(stack.indexOf(path)), path].map((each) => this.#nameOf(each))
      return this.#fail(include, `<include>: the file includes itself: ${circle.join(' > ')}`)
    }
    if (++this.#fileCount > maxFiles)
      return this.#fileCount === maxFiles + 1
        ? this.#fail(include, `<include>: more than ${maxFiles} files are included`)
        : undefined
    const root = this.#parse(path, include)
    if (root && root.name !== 'server')
      return this.#fail(root, `the root element must be <server>, found <${root.name}>`)
    return root && this.expand(root, { path, before: stack })
  }

  #findPath(include: XmlElement, { path }: Including): string | undefined {
    const location = include.attributes.get('location')
    if (location === undefined || location.trim() === '')
      return this.#fail(include, '<include> needs the attribute "location", the path of a file')
    if (/^(https?|ftp):/i.test(location))
      return this.#fail(include, `<include location="${location}">: only files can be included, not URLs`)
    try {
      return resolve(dirname(path), this.#options.expandVariables(location))
    } catch (cause) {
      return this.#fail(include, `<include location>: ${(cause as Error).message}`)
    }
  }

  #parse(path: string, include: XmlElement): XmlElement | undefined {
    let text: string
    try {
      text = readRegularFile(path).toString()
    } catch (cause) {
      this.#options.onFile?.(path, undefined)
      const { code } = cause as NodeJS.ErrnoException
      const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
      if (isMissing && include.attributes.get('optional') === 'true') return undefined
      const hint = isMissing ? '; optional="true" allows for its absence' : ''
      return this.#fail(include, `<include>: ${this.#nameOf(path)} cannot be read: ${describeFileError(cause)}${hint}`)
    }
    this.#options.onFile?.(path, text)
    try {
      return parseXml(text, this.#nameOf(path))
    } catch (cause) {
      if (!(cause instanceof XmlError)) throw cause
      return this.#fail({ ...include, file: this.#nameOf(path), line: cause.line }, cause.message)
    }
  }

  #nameOf(path: string): string {
    return relative(this.#options.folder, path)
  }

  #fail(at: XmlElement, message: string): undefined {
    this.#options.error(at, message)
  }
}

/** Returns the key of an element. Elements with the same key configure the same thing. */
function keyOf({ name, attributes }: XmlElement): string {
  const id = name === 'variable' ? attributes.get('name') : attributes.get('id')
  return `${name} ${id ?? ''}`
}

/** Merges elements of different files with the same key, at the position of the first. */
function mergeSame(elements: readonly XmlElement[]): XmlElement[] {
  const merged = new Map<string, XmlElement[]>()
  for (const each of elements) {
    const key = keyOf(each)
    const same = merged.get(key) ?? []
    merged.set(key, same)
    const earlier = same.findIndex(({ file }) => file !== each.file)
    if (earlier < 0)
      same.push(each) // the readers of the element report a repetition within one file
    else same[earlier] = mergeTwo(same[earlier] as XmlElement, each)
  }
  return [...merged.values()].flat()
}

function mergeTwo(one: XmlElement, other: XmlElement): XmlElement {
  return {
    ...other,
    attributes: new Map([...one.attributes, ...other.attributes]),
    children: [...one.children, ...other.children],
  }
}
