/** Reads elements of `mqwebuser.xml`, and collects all errors and warnings, so that the user sees all of them at once. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { readPassword } from './passwords.ts'
import type { XmlElement } from './xml.ts'

/** The faults in the files, as texts `file:line message`. */
export interface SettingsFindings {
  readonly errors: string[]
  readonly warnings: string[]
  /** The names of the attributes that have been read of each element, and `''` when its children have been read. */
  readonly read: Map<XmlElement, Set<string>>
}

/** An element with its variables replaced. What is wrong becomes an error at the element, and an empty value. */
export class ElementReader {
  readonly element: XmlElement
  readonly #findings: SettingsFindings
  readonly #fill: (text: string) => string

  /** `fill` replaces the variables of a value; it throws for those that do not exist. */
  constructor(element: XmlElement, findings: SettingsFindings, fill: (text: string) => string) {
    this.element = element
    this.#findings = findings
    this.#fill = fill
  }

  get name(): string {
    return this.element.name
  }

  /** Adds an error. */
  fail(message: string): void {
    this.#findings.errors.push(`${this.element.file}:${this.element.line} ${message}`)
  }

  /** Adds a warning: the server accepts the element but the user probably meant something else. */
  warn(message: string): void {
    this.#findings.warnings.push(`${this.element.file}:${this.element.line} ${message}`)
  }

  /** Returns the elements inside, all or those with a name. */
  children(name?: string): ElementReader[] {
    this.markRead('')
    return this.element.children
      .filter((each) => name === undefined || each.name === name)
      .map((each) => new ElementReader(each, this.#findings, this.#fill))
  }

  /** Returns whether the element has an attribute. */
  has(attribute: string): boolean {
    return this.rawText(attribute) !== undefined
  }

  /** Returns the value of an attribute with its variables as they are written; undefined when it is missing. */
  rawText(attribute: string): string | undefined {
    this.markRead(attribute)
    return this.element.attributes.get(attribute)
  }

  /** Returns the value of an attribute; undefined when it is missing. */
  text(attribute: string): string | undefined {
    const text = this.rawText(attribute)
    return text === undefined ? undefined : this.#try(`<${this.name} ${attribute}>`, () => this.#fill(text), '')
  }

  /** Returns the value of an attribute that must be there. */
  required(attribute: string): string {
    const value = this.text(attribute)
    if (value === undefined) this.fail(`<${this.name}> needs the attribute "${attribute}"`)
    return value ?? ''
  }

  /** Returns whether an attribute is `true`. Other values than `true` and `false` are errors. */
  flag(attribute: string): boolean {
    const isWord = (text: string) => /^(true|false)$/i.test(text)
    return this.matching(attribute, 'true or false', isWord)?.toLowerCase() === 'true'
  }

  /** Warns of attributes and elements inside that nothing has read, because this server does not support them. */
  warnOfUnread(): void {
    const read = this.#findings.read.get(this.element)
    if (!read) this.warn(`<${this.name}> is not supported here and is ignored`)
    if (!read) return
    for (const attribute of this.element.attributes.keys())
      if (attribute !== 'id' && !read.has(attribute))
        this.warn(`<${this.name}>: the attribute "${attribute}" is not supported by this server and is ignored`)
    for (const child of this.element.children) new ElementReader(child, this.#findings, this.#fill).warnOfUnread()
  }

  /** Marks an attribute as known, so that `warnOfUnread` does not report it. */
  markRead(attribute: string): void {
    getOrCreate(this.#findings.read, this.element, () => new Set<string>()).add(attribute)
  }

  /** Returns the password in an attribute; undefined when it is missing or wrong. */
  password(attribute: string): string | undefined {
    const text = this.text(attribute)
    return text === undefined ? undefined : this.#try(attribute, () => readPassword(text), undefined)
  }

  /** Returns an attribute that must match, when it is there. `accepted` completes "… must be". */
  matching(attribute: string, accepted: string, isAccepted: (text: string) => boolean): string | undefined {
    const text = this.text(attribute)
    if (text === undefined || isAccepted(text)) return text
    this.fail(`${attribute} must be ${accepted}, found "${text}"`)
    return undefined
  }

  #try<T, F>(what: string, read: () => T, otherwise: F): T | F {
    try {
      return read()
    } catch (error) {
      this.fail(`${what}: ${(error as Error).message}`)
      return otherwise
    }
  }
}

/** Returns whether a URL is safe for passwords: https, or http on this machine. */
export function isSafeUrl(text: string): boolean {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' }
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(hostname))
}
