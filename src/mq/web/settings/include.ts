/**
 * Replaces `<include location="…"/>` by the elements of another file. The location is relative to the including
 * file.
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
  const { folder, expandVariables: fill, error, onFile } = options
  let fileCount = 0
  return expand(server, { path: resolve(folder, file), before: [] })

  function expand(element: XmlElement, including: Including): XmlElement {
    if (!element.children.some(({ name }) => name === 'include')) return element

    const own = element.children.filter(({ name }) => name !== 'include')
    const ownKeys = new Set(own.map(keyOf))
    const replaced = new Set<string>()
    const children = element.children.flatMap((child) => {
      if (child.name !== 'include') return child
      const policy = policyOf(child)
      const included = read(child, including)?.children ?? []
      if (policy === 'IGNORE') return included.filter((each) => !ownKeys.has(keyOf(each)))
      if (policy === 'REPLACE') for (const each of included) replaced.add(keyOf(each))
      return included
    })
    const kept = children.filter((each) => !own.includes(each) || !replaced.has(keyOf(each)))
    return { ...element, children: mergeSame(kept) }
  }

  function policyOf(include: XmlElement): string {
    const policy = (include.attributes.get('onConflict') ?? 'MERGE').toUpperCase()
    if (!policies.includes(policy))
      error(include, `<include onConflict> must be one of ${policies.join(', ')}, found "${policy}"`)
    return policy
  }

  /** Returns the root of an included file with its own includes replaced, or undefined after reporting an error. */
  function read(include: XmlElement, including: Including): XmlElement | undefined {
    const path = pathOf(include, including)
    if (path === undefined) return undefined
    const stack = [...including.before, including.path]
    if (stack.includes(path)) {
      const circle = [...stack.slice(stack.indexOf(path)), path].map(nameOf)
      error(include, `<include>: the file includes itself: ${circle.join(' > ')}`)
      return undefined
    }
    if (++fileCount > maxFiles) {
      if (fileCount === maxFiles + 1) error(include, `<include>: more than ${maxFiles} files are included`)
      return undefined
    }
    const root = parse(path, include)
    if (root && root.name !== 'server') {
      error(root, `the root element must be <server>, found <${root.name}>`)
      return undefined
    }
    return root && expand(root, { path, before: stack })
  }

  function pathOf(include: XmlElement, { path }: Including): string | undefined {
    const location = include.attributes.get('location')
    if (location === undefined || location.trim() === '') {
      error(include, '<include> needs the attribute "location", the path of a file')
      return undefined
    }
    if (/^(https?|ftp):/i.test(location)) {
      error(include, `<include location="${location}">: only files can be included, not URLs`)
      return undefined
    }
    try {
      return resolve(dirname(path), fill(location))
    } catch (cause) {
      error(include, `<include location>: ${(cause as Error).message}`)
      return undefined
    }
  }

  function parse(path: string, include: XmlElement): XmlElement | undefined {
    let text: string
    try {
      text = readRegularFile(path).toString()
    } catch (cause) {
      onFile?.(path, undefined)
      const { code } = cause as NodeJS.ErrnoException
      const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
      if (!isMissing || include.attributes.get('optional') !== 'true') {
        const hint = isMissing ? '; optional="true" allows for its absence' : ''
        error(include, `<include>: ${nameOf(path)} cannot be read: ${describeFileError(cause)}${hint}`)
      }
      return undefined
    }
    onFile?.(path, text)
    try {
      return parseXml(text, nameOf(path))
    } catch (cause) {
      if (!(cause instanceof XmlError)) throw cause
      error({ ...include, file: nameOf(path), line: cause.line }, cause.message)
      return undefined
    }
  }

  function nameOf(path: string): string {
    return relative(folder, path)
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
