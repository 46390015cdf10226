/** What a reader of `mqwebuser.xml` found wrong or odd, collected so that everything is told at once. */
import type { Element } from './xml.ts'

export interface Findings {
  /** Notes an error at an element. */
  error(at: Element, message: string): void
  /** Notes something that is taken, but was perhaps not meant. */
  warn(at: Element, message: string): void
  /** The value of an attribute with its variables filled in, or undefined when it is not there. */
  value(at: Element, attribute: string): string | undefined
  /** The same for an attribute that must be there; an error and the empty string when it is not. */
  required(at: Element, attribute: string): string
}

/** Findings that are written as `file:line message`. `fill` replaces the variables of a value. */
export function openFindings(
  fill: (text: string) => string,
): Findings & { errors: string[]; warnings: string[] } {
  const errors: string[] = []
  const warnings: string[] = []

  return {
    errors,
    warnings,
    error(at, message) {
      errors.push(`${at.file}:${at.line} ${message}`)
    },
    warn(at, message) {
      warnings.push(`${at.file}:${at.line} ${message}`)
    },
    value(at, attribute) {
      const text = at.attributes.get(attribute)
      if (text === undefined) return undefined
      try {
        return fill(text)
      } catch (error) {
        this.error(at, `<${at.name} ${attribute}>: ${(error as Error).message}`)
        return ''
      }
    },
    required(at, attribute) {
      const value = this.value(at, attribute)
      if (value === undefined) this.error(at, `<${at.name}> needs the attribute "${attribute}"`)
      return value ?? ''
    },
  }
}
